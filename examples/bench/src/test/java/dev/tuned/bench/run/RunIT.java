/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.judge.Claims;
import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A whole run of real services, made as short as one can be: what it measures says nothing. */
@Tag("nightly")
class RunIT {

    private static final Path JAR =
            Path.of("../streaming/target/streaming.jar").toAbsolutePath().normalize();

    private static final int REQUESTS = 600;
    private final List<String> said = new ArrayList<>();
    private String interruptedAt = "launch 2: starting";
    private final RunListener listener = new RunListener() {
        @Override
        public void announced(String line) {
            // On a busy machine a start may take so long that it is said, too.
            if (!line.startsWith("waiting for")) {
                said.add(line);
            }
        }

        @Override
        public void progress(String what, double share) {
            assertThat(share).isBetween(0.0, 1.0);
            if (what.contains(interruptedAt)) {
                throw new CancellationException(what);
            }
        }
    };

    @Test
    void aRunIsMeasuredInterruptedAndResumed(@TempDir Path directory) throws Exception {
        Variant tuned = new Variant(
                "tuned",
                JAR,
                List.of("--streaming.keep=false"),
                Stream.concat(CheapJvm.FLAGS.stream(), Stream.of("-Xmx256m")).toList(),
                java());
        Workload hello = new TestWorkload("hello", REQUESTS / 2);
        Comparison comparison =
                Comparison.of("hello", hello, "stock", "tuned").claiming(new Condition(Metric.CPU, 1000));
        Plan plan = Plan.of(
                List.of(new Experiment(
                        "short",
                        List.of(tuned.named("stock").with("--tuned.upload.enabled=false"), tuned),
                        List.of(comparison))),
                2,
                "/hello");

        RunState state = new RunState(plan, Machine.here(java().describe(), List.of()), null, "test", null);
        assertThatThrownBy(() -> run(plan, state, directory.resolve("first")))
                .isInstanceOf(CancellationException.class);
        state.failed("interrupted");
        Results interrupted = state.snapshot();
        assertThat(interrupted.problem()).isEqualTo("interrupted");
        assertThat(interrupted.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(interrupted.measurements()).hasSize(3).allSatisfy(RunIT::isComplete);

        interruptedAt = "never";
        RunState resumed = new RunState(plan, interrupted.machine(), null, "test", interrupted);
        run(plan, resumed, directory.resolve("second"));
        Results whole = resumed.snapshot();
        assertThat(whole.problem()).isNull();
        assertThat(whole.measurements())
                .hasSize(6)
                .allSatisfy(RunIT::isComplete)
                .startsWith(interrupted.measurements().toArray(Measurement[]::new));
        ComparisonResult result = Claims.of("").judge(plan, whole).comparisons().get(0);
        // Of two launches the control may be anything.
        assertThat(result.claim().verdict()).isIn(ClaimVerdict.CONFIRMED, ClaimVerdict.INCONCLUSIVE);
        assertThat(result.latencyAfter().count()).isEqualTo(2 * REQUESTS);
        assertThat(result.metric(Metric.RATE.key()).orElseThrow().afterLaunches())
                .hasSize(2);
        assertThat(whole.started()).isEqualTo(interrupted.started());
        assertThat(whole.seconds()).isGreaterThan(interrupted.seconds());
        Path file = directory.resolve("results.json");
        ResultsFile.write(file, ResultsFile.toJson(whole));
        assertThat(ResultsFile.read(file)).isEqualTo(whole);
    }

    @Test
    void warmUpsGoOnForTheirTimeAndSayWhetherItWasEnough(@TempDir Path directory) throws Exception {
        Variant stock = new Variant("stock", JAR, List.of("--streaming.keep=false"), List.of("-Xmx256m"), java());
        Workload hello = new TestWorkload("hello", REQUESTS / 2);
        Experiment experiment = new Experiment(
                "short", List.of(stock), List.of(Comparison.of("hello", hello, "stock", "stock")), false);
        WarmUp rule = new WarmUp(Duration.ofSeconds(1), Duration.ofSeconds(3), 1);
        Plan plan = new Plan(List.of(experiment), 1, rule, "/hello", ServiceProcess.READY_TIMEOUT, Map.of());
        interruptedAt = "never";
        RunState state = new RunState(plan, Machine.here(java().describe(), List.of()), null, "test", null);
        run(plan, state, directory.resolve("run"));
        assertThat(said).singleElement().asString().matches("(not )?warm after \\d+ s: CPU per request changed by .*");
        assertThat(state.snapshot().measurements()).singleElement().satisfies(RunIT::isComplete);
    }

    private static JavaRuntime java() {
        return JavaRuntime.newest();
    }

    private void run(Plan plan, RunState state, Path work) throws Exception {
        Files.createDirectories(work);
        try (Children children = new Children()) {
            new Run(plan, state, new Site(Environment.NONE, listener, children, work)).run();
        }
    }

    private static void isComplete(Measurement measurement) {
        Map<String, Double> metrics = measurement.metrics();
        assertThat(measurement.requests()).isEqualTo(REQUESTS);
        assertThat(metrics)
                .containsKeys(
                        Metric.CPU.key(), Metric.ALLOCATED.key(), Metric.RSS.key(), Metric.P50.key(), Metric.P99.key());
        assertThat(metrics.get(Metric.CPU.key()))
                .as("CPU of the whole process")
                .isCloseTo(
                        metrics.get(Metric.CPU_WITHOUT_COMPILERS.key())
                                + metrics.get(Metric.COMPILER_CPU.key())
                                + metrics.get(Metric.COLLECTOR_CPU.key()),
                        within(1e-6))
                .isPositive();
        assertThat(metrics.get(Metric.ALLOCATED.key())).isPositive();
        assertThat(metrics.get(Metric.ERRORS.key())).isZero();
        assertThat(metrics).as("its few collections show nothing").doesNotContainKey(Metric.GC_PAUSE.key());
    }
}
