/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;

/**
 * The control instance: two variants that are started alike. What differs between them is noise. Where that is large,
 * only what differs by more than they might counts.
 *
 * @param before the variant
 * @param after its control instance
 * @param what what is compared, such as the CPU time per request over all workloads
 * @param ratio the control instance's value divided by the variant's
 * @param low95 the lower end of the 95 % interval
 * @param high95 its upper end
 * @param low99 the lower end of the 99 % interval
 * @param high99 its upper end
 * @param passed whether the 99 % interval holds 1 and the 95 % interval lies within 0.8 and 1.25
 * @param disturbance what disturbed the run, or {@code null} where it passed
 */
public record Control(
        String before,
        String after,
        String what,
        double ratio,
        double low95,
        double high95,
        double low99,
        double high99,
        boolean passed,
        @Nullable String disturbance) {

    /** A run whose control may be off by more than this factor says nothing. */
    public static final double MAX_REACH = 3;

    /** Metrics that depend on the requests alone, however busy the machine is. */
    private static final Set<String> COUNTED = Stream.of(
                    Metric.ALLOCATED,
                    Metric.WRITTEN,
                    Metric.WRITE_CALLS,
                    Metric.BACKEND_CALLS,
                    Metric.TEMP_FILES,
                    Metric.LOST_LINES)
            .map(Metric::key)
            .collect(Collectors.toUnmodifiableSet());

    /**
     * Whether the two differ for certain, or might differ by so much that a run says nothing: then nothing of the run
     * counts.
     */
    public boolean failed() {
        return differs() || tooWide();
    }

    private boolean differs() {
        return low99 > 1 || high99 < 1;
    }

    /** Whether two services that were started alike may differ by more than the largest useful factor. */
    public boolean tooWide() {
        return !differs() && reach() > MAX_REACH;
    }

    /** The factor by which the two might differ, as far as the 95 % interval says. */
    public double reach() {
        return Math.max(high95, 1 / low95);
    }

    /**
     * Whether a ratio counts: its interval has to lie on one side of a bound even if the ratio were off by as much as
     * the two might differ. What is counted needs no more than that the two do not differ for certain, and errors not
     * even that: the control compares CPU.
     *
     * @param metric the key of its metric
     * @param interval the interval of a ratio, or {@code null} where there is none
     * @param bound what is claimed of it; 1 where it is whether there is a difference
     */
    public boolean allows(String metric, @Nullable Interval interval, double bound) {
        return passed
                || metric.equals(Metric.ERRORS.key())
                || (!failed() && (COUNTED.contains(metric) || isBeyondReach(interval, bound)));
    }

    private boolean isBeyondReach(@Nullable Interval interval, double bound) {
        return interval != null && (interval.high() < bound / reach() || interval.low() > bound * reach());
    }
}
