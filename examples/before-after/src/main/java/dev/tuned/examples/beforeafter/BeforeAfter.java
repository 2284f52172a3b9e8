/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the before/after proof. */
@Command(
        name = "before-after",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        subcommands = {ServeCommand.class, TableCommand.class},
        description = {
            "Measures the example service with and without the starters, side by side on this machine.",
            "Without options: every scenario, stock against tuned, at most 3 minutes on 2 cores."
        },
        footer = "Exit codes: 0 proven, 1 something worse, 2 void or inconclusive, 64 bad usage.")
public final class BeforeAfter implements Callable<Integer> {

    static final int USAGE = 64;
    private static final int FAILURE = 2;

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
        CommandLine commandLine = new CommandLine(new BeforeAfter(List.of(args)));
        commandLine
                .setParameterExceptionHandler(BeforeAfter::usage)
                .setExecutionExceptionHandler((ex, command, result) -> {
                    ex.printStackTrace(command.getErr());
                    return FAILURE;
                });
        System.exit(commandLine.execute(args));
    }

    private static int usage(ParameterException ex, String[] args) {
        ex.getCommandLine().getErr().println(ex.getMessage());
        ex.getCommandLine().getErr().println("Try 'before-after --help'.");
        return USAGE;
    }

    RunOptions options() {
        return options;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return session().run();
    }

    /** A run as the options say. */
    ProofSession session() {
        return new ProofSession(options.request(spec.commandLine(), arguments), options.json(), options.html());
    }
}
