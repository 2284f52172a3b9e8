/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.run.Experiment;
import dev.tuned.examples.beforeafter.run.Plan;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.run.Workload;

/** The options of a run. */
final class RunOptions {

    /** A little less than three minutes: the services have to be started and ended. */
    private static final Duration MOST_TIME = Duration.ofSeconds(178);

    private static final String READY_PATH = "/actuator/health";
    private static final int LEAST_LAUNCHES = 3;
    private static final int FULL_LAUNCHES = 5;
    private static final int MOST_LAUNCHES = 50;

    @Option(
            names = "--full",
            description = "Everything: other baselines, all workloads, the field reports' tables; 5 launches of each.")
    boolean full;

    @Option(
            names = "--workload",
            split = ",",
            paramLabel = "NAME",
            description = "Only these workloads, separated by commas; --list names them.")
    List<String> workloads = new ArrayList<>();

    @Option(names = "--list", description = "Lists the workloads and ends.")
    boolean list;

    @Option(
            names = "--launches",
            paramLabel = "N",
            description =
                    "Launches of each variant, at least 3. Default: with --full 5, otherwise 3, and as many more as fit into 3 minutes.")
    @Nullable
    Integer launches;

    @Option(
            names = "--after",
            paramLabel = "VARIANT",
            description = "What is compared with stock: tuned, or stock itself for an A/A run. Default: tuned.")
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

    private @Nullable Results earlier;

    /**
     * Checks the options before anything is started.
     *
     * @throws ParameterException naming the option that is wrong
     */
    void check(CommandLine commandLine, Plans plans) {
        OptionChecks checks = new OptionChecks(commandLine);
        if (launches != null && (launches < LEAST_LAUNCHES || launches > MOST_LAUNCHES)) {
            throw checks.wrong("--launches", launches, "is not between " + LEAST_LAUNCHES + " and " + MOST_LAUNCHES);
        }
        if (!after.equals("tuned") && !after.equals("stock")) {
            throw checks.wrong("--after", after, "is neither tuned nor stock");
        }
        List<String> names = plans.workloads().stream().map(Workload::name).toList();
        for (String name : workloads) {
            if (!names.contains(name)) {
                throw checks.wrong("--workload", name, "is none of " + String.join(", ", names));
            }
        }
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

    /** The run to go on with, or {@code null}. */
    @Nullable
    Results earlier() {
        return earlier;
    }

    /** The plan that the options ask for. */
    Plan plan(Plans plans) {
        Variant changed = (after.equals("stock")
                        ? plans.variants().stock()
                        : plans.variants().tuned())
                .named("tuned")
                .with(argsAfter.isBlank() ? new String[0] : argsAfter.strip().split(" +", -1));
        boolean standard = !full && workloads.isEmpty();
        List<Experiment> experiments =
                standard ? plans.standard(changed) : full ? plans.full(changed) : plans.only(workloads, changed);
        int count = launches != null ? launches : full ? FULL_LAUNCHES : LEAST_LAUNCHES;
        return new Plan(experiments, count, standard && launches == null ? MOST_TIME : Duration.ZERO, READY_PATH);
    }

    JavaRuntime runtime(CommandLine commandLine) {
        return new OptionChecks(commandLine).runtime("--java", java);
    }
}
