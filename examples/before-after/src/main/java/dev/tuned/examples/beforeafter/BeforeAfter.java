/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.tuned.bench.command.AdviseCommand;
import dev.tuned.bench.command.Bench;
import dev.tuned.bench.command.BuildVersion;
import dev.tuned.bench.command.CompareCommand;
import dev.tuned.bench.command.MergeCommand;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.result.Secrets;
import dev.tuned.bench.run.Workload;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.row.Rows;

/** The command line of the before/after proof. */
@Command(
        name = "before-after",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        subcommands = {
            CompareCommand.class,
            AdviseCommand.class,
            ShowCommand.class,
            MergeCommand.class,
            RenderCommand.class
        },
        description = {
            "Plays situations, two for each starter, on the example service: stock, with the best property, and with the starters.",
            "Counts what comes of each, three times, in six minutes on 2 cores. On Linux alone."
        },
        footer =
                "Exit codes: 0 what is claimed held, 1 it did not, or a trade-off is beyond what is declared, 2 invalid run or nothing"
                        + " claimed, 64 bad usage.")
public final class BeforeAfter implements Callable<Integer> {

    private static final String PROGRAM = "java -jar examples/before-after/target/before-after.jar";

    @Mixin
    private RunOptions options = new RunOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final List<String> arguments;

    private BeforeAfter(List<String> arguments) {
        this.arguments = arguments;
    }

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    static CommandLine commandLine(String... args) {
        return Bench.commandLine(new BeforeAfter(List.of(args)));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JavaRuntime java = new OptionChecks(spec.commandLine()).runtime("--java", options.java);
        Map<String, Workload> workloads =
                StarterExperiments.listed(Repository.ours()).byName();
        if (options.list) {
            PrintWriter out = spec.commandLine().getOut();
            Rows.byName().values().forEach(row -> out.printf("%-26s %s%n", row.name(), row.sentence()));
            out.println();
            workloads.values().forEach(each -> out.printf("%-26s %s, %s%n", each.name(), each.what(), each.load()));
            out.flush();
            return 0;
        }
        options.check(spec.commandLine(), workloads.keySet());
        Repository.ours().requireServices("catalog-stock", "catalog-tuned");
        return new ProofSession(options, java, command()).run();
    }

    /** The command line of this run. */
    String command() {
        return Secrets.concealed(
                Stream.concat(Stream.of(PROGRAM), arguments.stream().map(BeforeAfter::quoted))
                        .collect(Collectors.joining(" ")));
    }

    private static String quoted(String argument) {
        return argument.contains(" ") ? "'" + argument + "'" : argument;
    }
}
