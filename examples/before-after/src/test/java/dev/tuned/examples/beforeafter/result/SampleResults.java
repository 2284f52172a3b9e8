/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Results as a run might have them. */
public final class SampleResults {

    private SampleResults() {}

    /** A proven scenario with a cost, a void one, and a control. */
    public static Results of(ScenarioResult... scenarios) {
        Control control = new Control("upload-5k", "cpu_us_per_request", 1.01, List.of(0.98, 1.03), true);
        return new Results(
                Results.SCHEMA,
                new Machine(2, 24_000, "Linux 6.1 amd64", "25 (Vendor)", "-Xmx512m", "17 (Vendor)", 0.5),
                "abc123",
                "java -jar before-after.jar --scenario <b>",
                "2026-11-21T08:00:00Z",
                150.25,
                true,
                null,
                control,
                List.of(scenarios),
                Outcome.ofRun(true, control, List.of(scenarios)));
    }

    public static ScenarioResult scenario(String name, @Nullable String problem, MetricResult... metrics) {
        Round before = new Round(1, "stock", 1000, 1.5, 0.2, 8, 3, 5300, Map.of("cpu_us_per_request", 100.0));
        Round after = new Round(1, "tuned", 1000, 1.2, 0.2, 8, 3, 5300, Map.of("cpu_us_per_request", 80.0));
        return new ScenarioResult(
                name,
                "multipart, 5 KB file",
                "stock",
                "tuned",
                "-Xmx512m",
                16,
                "closed",
                null,
                5000,
                1,
                8.25,
                18_867,
                List.of("cpu_us_per_request"),
                List.of(before, after),
                List.of(metrics),
                problem,
                problem != null ? Outcome.VOID : Outcome.ofScenario(List.of(metrics)));
    }

    public static MetricResult metric(
            String name, double before, double after, String verdict, @Nullable String claim) {
        double ratio = after / before;
        Boolean met = claim == null
                ? null
                : verdict.equals("better") || (verdict.equals("same") && claim.equals("not worse"));
        return new MetricResult(name, before, after, ratio, List.of(ratio * 0.98, ratio * 1.02), verdict, claim, met);
    }

    /** A scenario that proves its claim and allocates more. */
    public static ScenarioResult proven(String name) {
        return scenario(
                name,
                null,
                metric("cpu_us_per_request", 100, 80, "better", "better"),
                metric("allocated_bytes_per_request", 1000, 22_000, "worse", null),
                metric("latency_ms_max", 100, 110, "inconclusive", null));
    }
}
