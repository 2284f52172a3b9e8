/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.Metric;

/** Parses a value of --claim or --accept, such as {@code cpu <= 0.8}. */
final class ClaimOption {

    private static final Pattern CLAIM = Pattern.compile("\\s*([a-z0-9]+)\\s*(<=|>=)\\s*(\\d+(?:\\.\\d+)?)\\s*");
    private static final Map<String, Metric> CLAIMABLE = Map.of(
            "cpu", Metric.CPU,
            "allocated", Metric.ALLOCATED,
            "written", Metric.WRITTEN,
            "rate", Metric.RATE,
            "p50", Metric.P50,
            "p99", Metric.P99,
            "rss", Metric.RSS,
            "gc", Metric.GC_PAUSE);

    /** Metrics of a service whose process is not known. */
    private static final Set<Metric> FROM_ANSWERS = Set.of(Metric.RATE, Metric.P50, Metric.P99);

    private ClaimOption() {}

    /**
     * Parses a value.
     *
     * @param knowsProcesses whether the processes of both services are known
     * @throws picocli.CommandLine.ParameterException if the value is no claim, or not one that can be measured
     */
    static Claim.Condition parse(OptionChecks checks, String option, String claim, boolean knowsProcesses) {
        Matcher matcher = CLAIM.matcher(claim.toLowerCase(Locale.ROOT));
        Metric metric = matcher.matches() ? CLAIMABLE.get(matcher.group(1)) : null;
        if (metric == null || matcher.group(2).equals(">=") != metric.higherIsBetter()) {
            throw checks.wrong(
                    option,
                    claim,
                    "is no claim such as 'cpu <= 0.8' or 'rate >= 1.5', of cpu, allocated, written, rate, p50, p99, rss or gc");
        }
        if (!knowsProcesses && !FROM_ANSWERS.contains(metric)) {
            throw checks.wrong(option, claim, "needs --before-pid and --after-pid of services that run already");
        }
        double bound = Double.parseDouble(matcher.group(3));
        if (bound <= 0) {
            throw checks.wrong(option, claim, "has a ratio that is not above 0");
        }
        return new Claim.Condition(metric, bound);
    }
}
