/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.coyote.RequestGroupInfo;

/**
 * Finds out whether an open pool serves more requests than a closed one could. The baseline is the rate (requests answered per time)
 * and the duration of the first requests that are answered after the opening: these have been served as the pool would serve them. Then rate and
 * duration are measured in one period after the other:
 *
 * <ul>
 *   <li>The rate is {@link #MIN_GAIN} times the baseline's in some period: a gain, for good.
 *   <li>Requests take longer and no more of them are answered ({@link #isInVain}), in {@link #MIN_PERIODS_IN_VAIN} periods in a row: no
 *       gain, so that the pool is closed.
 *   <li>Else nothing is known yet.
 * </ul>
 */
final class Gain {

    /** Requests in the baseline for each thread that the pool may have; at least {@link #MIN_BASELINE_REQUESTS} in all. */
    private static final double BASELINE_REQUESTS_PER_THREAD = 0.5;

    private static final int MIN_BASELINE_REQUESTS = 20;

    /** A period is half as long as the baseline took, and not shorter than this. */
    private static final long MIN_PERIOD_NANOS = 100_000_000;

    /** Rate, in baselines, from which on there is a gain. */
    private static final double MIN_GAIN = 1.5;

    private static final int MIN_PERIODS_IN_VAIN = 2;

    /** Rate, in baselines, below which more threads serve no more requests. */
    private static final double MAX_RATE_IN_VAIN = 1.15;

    /** Rate, in baselines, below which what requests wait for stands still, so that the rate shows nothing about threads. */
    private static final double MIN_RATE_IN_VAIN = 0.5;

    /** Duration, in baselines, from which on requests wait for each other. */
    private static final double MIN_DURATION_IN_VAIN = 1.3;

    /**
     * Share of the requests in service that, by Little's law (rate times duration), are of the kind that was answered. Below it most are of another
     * kind, such as long polls, whose answers are to come.
     */
    private static final double MIN_ANSWERED_KIND = 0.4;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private final int baselineRequests;

    private Answered from;

    /** Time over which a rate is measured; 0 until the baseline is known. */
    private long period;

    private double baselineRate;

    private double baselineDuration;

    private int periodsInVain;

    private boolean gained;

    /** Requests in service, summed over the looks since {@link #from}. */
    private double inService;

    /** Those of them that wait. */
    private double waits;

    /** @param threads that the pool may have */
    Gain(int threads, Answered from) {
        baselineRequests = Math.max(MIN_BASELINE_REQUESTS, (int) (BASELINE_REQUESTS_PER_THREAD * threads));
        this.from = from;
    }

    /**
     * Looks once; returns whether the opening shows no gain.
     *
     * @param served requests in service
     * @param waiting those of them that wait for anything but processors
     */
    boolean showsNoGain(Answered now, int served, double waiting) {
        inService += served;
        waits += waiting;
        int requests = now.requests() - from.requests();
        double nanos = now.nanos() - from.nanos();
        if (gained || nanos < period || (period == 0 && requests < baselineRequests)) {
            return false;
        }
        double rate = requests / nanos;
        double duration = NANOS_PER_MILLI * (now.millis() - from.millis()) / Math.max(1, requests);
        if (period == 0) {
            period = Math.max(MIN_PERIOD_NANOS, (long) nanos / 2);
            baselineRate = rate;
            baselineDuration = duration;
        } else {
            gained = rate >= MIN_GAIN * baselineRate;
            periodsInVain = isInVain(rate, duration, served) ? periodsInVain + 1 : 0;
        }
        from = now;
        inService = 0;
        waits = 0;
        return periodsInVain >= MIN_PERIODS_IN_VAIN;
    }

    /**
     * Whether more threads have only made requests wait longer, in the last period. More than half of the requests have to wait: others
     * want processors, as in a service that has just started and is slow until its code is compiled.
     */
    private boolean isInVain(double rate, double duration, int served) {
        return rate >= MIN_RATE_IN_VAIN * baselineRate
                && rate < MAX_RATE_IN_VAIN * baselineRate
                && duration >= MIN_DURATION_IN_VAIN * baselineDuration
                && rate * duration >= MIN_ANSWERED_KIND * served
                && waits * 2 > inService;
    }

    /**
     * Requests that Tomcat has answered until then.
     *
     * @param nanos {@link System#nanoTime()}
     * @param requests number of requests
     * @param millis sum of their durations
     */
    record Answered(long nanos, int requests, long millis) {

        static Answered now(RequestGroupInfo info) {
            return new Answered(System.nanoTime(), info.getRequestCount(), info.getProcessingTime());
        }
    }
}
