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
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import dev.tuned.bench.command.Arguments;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Row;
import dev.tuned.examples.beforeafter.row.Rows;

/** The options of a run. */
final class RunOptions {

    /** The warm-up of a full run. */
    private static final WarmUp WARM = new WarmUp(Duration.ofMinutes(1), Duration.ofMinutes(3), 1);

    private static final String READY_PATH = "/actuator/health";
    private static final int MAX_TIMES = 100;
    private static final int MIN_LAUNCHES = 3;
    private static final int FULL_LAUNCHES = 5;
    private static final int MAX_LAUNCHES = 50;

    @Option(
            names = "--full",
            description =
                    "All rows, and then all workloads, each with 5 launches that are warmed up for one to three minutes.")
    boolean full;

    @Option(
            names = "--row",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Only these rows, separated by commas; --list names them, those on Redis where redis-server is installed.")
    List<String> rows = new ArrayList<>();

    @Option(names = "--times", paramLabel = "N", description = "How often a row is played. Default: ${DEFAULT-VALUE}.")
    int times = 3;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "The largest heap of the services of rows, such as 160m. Default: the row's.")
    @Nullable
    String heap;

    @Option(
            names = "--workload",
            split = ",",
            paramLabel = "NAME",
            description = "Only these workloads, whose ratios are measured over several launches; --list names them.")
    List<String> workloads = new ArrayList<>();

    @Option(names = "--list", description = "Lists the rows and the workloads, and ends.")
    boolean list;

    @Option(
            names = "--launches",
            paramLabel = "N",
            description = "Launches of each variant for workloads, at least 3. Default: 3, with --full 5.")
    @Nullable
    Integer launches;

    @Option(
            names = "--after",
            paramLabel = "VARIANT",
            description =
                    "What is started as tuned: tuned, the same code with the four starters; property, stock with the best"
                            + " property; or stock for an A/A run, which then is all columns. Default: ${DEFAULT-VALUE}.")
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
        checks.between("--times", times, 1, MAX_TIMES);
        if (launches != null) {
            checks.between("--launches", launches, MIN_LAUNCHES, MAX_LAUNCHES);
        }
        if (heap != null && !heap.matches("[1-9]\\d{0,8}[kKmMgG]")) {
            throw checks.wrong("--heap", heap, "is no size such as 160m");
        }
        checks.oneOf("--after", after, List.of("tuned", "stock", "property"));
        rows.forEach(name -> checks.oneOf("--row", name, Rows.byName().keySet()));
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

    /** The rows that the options ask for. */
    List<Row> rows() {
        if (!rows.isEmpty()) {
            return rows.stream()
                    .map(name -> Objects.requireNonNull(Rows.byName().get(name)))
                    .toList();
        }
        return full ? List.copyOf(Rows.byName().values()) : workloads.isEmpty() ? Rows.standard() : List.of();
    }

    /** The columns that the options make of those of a row. */
    List<Column> columns(List<Column> three) {
        Map<String, Column> byName = new LinkedHashMap<>();
        three.forEach(column -> byName.put(column.name(), column));
        if (after.equals("stock")) {
            byName.replaceAll((name, column) ->
                    Objects.requireNonNull(byName.get(Column.STOCK)).named(name));
        } else if (after.equals("property")) {
            byName.put(
                    Column.TUNED,
                    Objects.requireNonNull(byName.get(Column.PROPERTY)).named(Column.TUNED));
        }
        byName.computeIfPresent(Column.TUNED, (name, column) -> column.with(Arguments.split(argsAfter.strip())));
        return byName.values().stream()
                .map(column -> heap == null ? column : column.withHeap(heap))
                .toList();
    }

    boolean measuresWorkloads() {
        return full || !workloads.isEmpty();
    }

    /** The plan of the workloads that the options ask for. */
    Plan plan(StarterExperiments starters) {
        Variants variants = starters.variants();
        Variant base = switch (after) {
            case "stock" -> variants.stock().named("stock again");
            case "property" -> variants.bestProperties();
            default -> variants.dependency();
        };
        String more = argsAfter.strip();
        // A setting that is not in its name would be hidden.
        Variant changed = more.isEmpty()
                ? base
                : base.with(Arguments.split(more).toArray(String[]::new)).named(base.name() + " with " + more);
        List<Experiment> experiments = workloads.isEmpty() ? starters.full(changed) : starters.only(workloads, changed);
        return new Plan(
                experiments,
                launches != null ? launches : full ? FULL_LAUNCHES : MIN_LAUNCHES,
                full ? WARM : WarmUp.ONCE,
                READY_PATH,
                ServiceProcess.READY_TIMEOUT,
                settings(experiments));
    }

    private static Map<String, String> settings(List<Experiment> experiments) {
        Map<String, String> settings = new LinkedHashMap<>();
        experiments.stream()
                .flatMap(experiment -> experiment.variants().stream())
                .forEach(variant -> settings.put(variant.name(), Variants.settings(variant)));
        return settings;
    }
}
