/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import dev.tuned.bench.command.Arguments;
import dev.tuned.bench.command.BuildVersion;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Columns;
import dev.tuned.examples.beforeafter.row.Row;
import dev.tuned.examples.beforeafter.row.Rows;

/** Plays a row of the proof. */
@Command(
        name = "row",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Plays a situation on the example service in three columns, stock, the best property and tuned, and counts what",
            "comes of it. Without a name: lists the rows. On Linux alone."
        },
        footer =
                "Exit codes: 0 all conditions held each time, 1 one did not, 2 the row could not be played, 64 bad usage.")
final class RowCommand implements Callable<Integer> {

    private static final int MAX_TIMES = 100;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The row.")
    @Nullable
    String name;

    @Option(names = "--times", paramLabel = "N", description = "How often it is played. Default: ${DEFAULT-VALUE}.")
    int times = 3;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "The largest heap of the services, such as 160m. Default: the row's.")
    @Nullable
    String heap;

    @Option(
            names = "--after",
            paramLabel = "COLUMN",
            description =
                    "What the column tuned is started as: tuned, stock for an A/A run, or property. Default: ${DEFAULT-VALUE}.")
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

    @Option(names = "--json", paramLabel = "FILE", description = "Where the results go. Default: ${DEFAULT-VALUE}.")
    Path json = Path.of("results.json");

    @ParentCommand
    private @Nullable BeforeAfter program;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Row> rows = Rows.byName();
        if (name == null) {
            PrintWriter out = spec.commandLine().getOut();
            rows.values().forEach(row -> out.printf("%-20s %s%n", row.name(), row.sentence()));
            out.flush();
            return 0;
        }
        OptionChecks checks = new OptionChecks(spec.commandLine());
        checks.oneOf("NAME", name, rows.keySet());
        checks.between("--times", times, 1, MAX_TIMES);
        checks.oneOf("--after", after, List.of("tuned", "stock", "property"));
        if (heap != null && !heap.matches("[1-9]\\d{0,8}[kKmMgG]")) {
            throw checks.wrong("--heap", heap, "is no size such as 160m");
        }
        checks.writable("--json", json);
        JavaRuntime runtime = checks.runtime("--java", java);
        Repository repository = Repository.ours();
        repository.requireServices("catalog-stock", "catalog-tuned");
        Row row = Objects.requireNonNull(rows.get(name));
        List<Column> columns = columns(row.columns(new Columns(repository, runtime)));
        return new RowSession(
                        row,
                        columns,
                        times,
                        json,
                        Objects.requireNonNull(program).command(),
                        repository,
                        runtime)
                .run();
    }

    private List<Column> columns(List<Column> all) {
        String startedAs = after.equals("property") ? Column.PROPERTY : after;
        Column other = all.stream()
                .filter(column -> column.name().equals(startedAs))
                .findFirst()
                .orElseThrow();
        return all.stream()
                .map(column -> column.name().equals(Column.TUNED)
                        ? other.named(Column.TUNED).with(Arguments.split(argsAfter.strip()))
                        : column)
                .map(column -> heap == null ? column : column.withHeap(heap))
                .toList();
    }
}
