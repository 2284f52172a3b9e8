/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import dev.tuned.bench.command.Arguments;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.result.Quoted;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.Variants;

/** The options of a run. */
final class RunOptions {

    /** The time for launches, which leaves some of four minutes to start and to end. */
    private static final Duration MAX_TIME = Duration.ofSeconds(238);

    /** The warm-up of a full run. */
    private static final WarmUp WARM = new WarmUp(Duration.ofMinutes(1), Duration.ofMinutes(3), 1);

    private static final String READY_PATH = "/actuator/health";
    private static final int MIN_LAUNCHES = 3;
    private static final int FULL_LAUNCHES = 5;
    private static final int MAX_LAUNCHES = 50;

    @Option(
            names = "--full",
            description =
                    "Everything: the column of properties, other baselines, all workloads; 5 launches of each, which are"
                            + " warm: for a minute to three.")
    boolean full;

    @Option(
            names = "--workload",
            split = ",",
            paramLabel = "NAME",
            description = "Only these workloads of --full, separated by commas; --list names them.")
    List<String> workloads = new ArrayList<>();

    @Option(names = "--list", description = "Lists the workloads and ends.")
    boolean list;

    @Option(
            names = "--launches",
            paramLabel = "N",
            description =
                    "Launches of each variant, at least 3. Default: with --full 5, otherwise 3, and as many more as fit into 4 minutes.")
    @Nullable
    Integer launches;

    @Option(
            names = "--after",
            paramLabel = "VARIANT",
            description =
                    "What is compared with stock: tuned, the same code with the four starters, or stock itself for an A/A run. Default: tuned.")
    String after = "tuned";

    @Option(
            names = "--args-after",
            paramLabel = "ARGS",
            description = "Further arguments for it, such as '--tuned.upload.enabled=false'.")
    String argsAfter = "";

    @Option(
            names = "--java",
            paramLabel = "PATH",
            description = "The JDK for the services: its home or its java. Default: the newest found.")
    @Nullable
    Path java;

    @Option(names = "--resume", description = "Goes on with the interrupted run in the file of --json.")
    boolean resume;

    @Option(names = "--json", paramLabel = "FILE", description = "Where the results go. Default: results.json.")
    Path json = Path.of("results.json");

    @Option(names = "--html", paramLabel = "FILE", description = "Where the report goes. Default: report.html.")
    Path html = Path.of("report.html");

    /** The run to go on with, or {@code null}; known once the options are checked. */
    @Nullable
    Results earlier;

    /**
     * Checks the options before anything is started.
     *
     * @param known the names of all workloads
     * @throws ParameterException naming the option that is wrong
     */
    void check(CommandLine commandLine, Collection<String> known) {
        OptionChecks checks = new OptionChecks(commandLine);
        if (launches != null) {
            checks.between("--launches", launches, MIN_LAUNCHES, MAX_LAUNCHES);
        }
        if (!after.equals("tuned") && !after.equals("stock")) {
            throw checks.wrong("--after", after, "is neither tuned nor stock");
        }
        workloads.forEach(name -> checks.oneOf("--workload", name, known));
        checks.writable("--json", json);
        checks.writable("--html", html);
        if (resume) {
            try {
                earlier = ResultsFile.read(json);
            } catch (IOException ex) {
                throw checks.wrong("--resume", json, "cannot be read: " + ex.getMessage());
            }
        }
    }

    /** The plan that the options ask for. */
    Plan plan(StarterExperiments starters, @Nullable Quoted quoted) {
        Variant base = after.equals("stock")
                ? starters.variants().stock().named("stock again")
                : starters.variants().dependency();
        String more = argsAfter.strip();
        // A setting that is not in its name would be hidden.
        Variant changed = more.isEmpty()
                ? base
                : base.with(Arguments.split(more).toArray(String[]::new)).named(base.name() + " with " + more);
        boolean standard = !full && workloads.isEmpty();
        List<Experiment> experiments;
        if (standard) {
            experiments = List.of(starters.standard(changed));
        } else {
            experiments = workloads.isEmpty() ? starters.full(changed) : starters.only(workloads, changed);
        }
        int count = launches != null ? launches : full ? FULL_LAUNCHES : MIN_LAUNCHES;
        return new Plan(
                experiments,
                count,
                standard && launches == null ? MAX_TIME : Duration.ZERO,
                full ? WARM : WarmUp.ONCE,
                READY_PATH,
                ServiceProcess.READY_TIMEOUT,
                settings(experiments),
                standard ? quoted : null);
    }

    private static Map<String, String> settings(List<Experiment> experiments) {
        Map<String, String> settings = new LinkedHashMap<>();
        experiments.stream()
                .flatMap(experiment -> experiment.variants().stream())
                .forEach(variant -> settings.put(variant.name(), Variants.settings(variant)));
        return settings;
    }
}
