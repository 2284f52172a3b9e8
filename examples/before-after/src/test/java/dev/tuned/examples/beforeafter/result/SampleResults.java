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

    /** The same against another baseline. */
    public static ScenarioResult against(ScenarioResult result, String baseline) {
        Round before = new Round(1, baseline, 1000, 1.5, 0.2, 8, 3, 5300, Map.of("cpu_us_per_request", 90.0));
        return new ScenarioResult(
                result.name(),
                result.what(),
                baseline,
                result.candidate(),
                result.jvmFlags(),
                result.connections(),
                result.loop(),
                result.rate(),
                result.warmUpRequests(),
                result.repeats(),
                result.clientCpuUsPerRequest(),
                result.networkRequestsPerSecond(),
                result.primary(),
                List.of(before, result.rounds().get(1)),
                result.metrics(),
                result.problem(),
                result.verdict());
    }

    public static MetricResult metric(
            String name, double before, double after, String verdict, @Nullable String claim) {
        double ratio = after / before;
        Boolean met = claim == null
                ? null
                : verdict.equals("better") || (verdict.equals("same") && claim.equals("not worse"));
        return new MetricResult(name, before, after, ratio, List.of(ratio * 0.98, ratio * 1.02), verdict, claim, met);
    }

    /** A scenario whose Couchbase was away once. */
    public static ScenarioResult outage() {
        ScenarioResult result = scenario("read-outage", null, metric("error_rate", 100, 0, "better", "better"));
        List<Phase> before = List.of(new Phase("healthy", 50, 0, 5, 100), new Phase("away", 250, 250, 1100, 0));
        List<Phase> after = List.of(new Phase("healthy", 50, 0, 5, 1000), new Phase("away", 250, 0, 55, 2600));
        return new ScenarioResult(
                result.name(),
                "GET",
                "stock",
                "tuned",
                "-Xmx512m",
                16,
                "open",
                100.0,
                300,
                0,
                8.25,
                18_867,
                List.of("error_rate"),
                List.of(
                        new Round(1, "stock", 300, 3, 0.2, 8, 3, 5300, Map.of("error_rate", 100.0), before),
                        new Round(1, "tuned", 300, 3, 0.2, 8, 3, 5300, Map.of("error_rate", 0.0), after)),
                result.metrics(),
                null,
                result.verdict());
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
