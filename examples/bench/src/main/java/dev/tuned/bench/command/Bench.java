/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.Callable;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import dev.tuned.bench.result.Secrets;

/** The command line of a tool that compares any two services, and looks at a running one. */
@Command(
        name = "tuned-bench",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        subcommands = {CompareCommand.class, AdviseCommand.class, MergeCommand.class, GenerateCompletion.class},
        description =
                "Compares any two Spring Boot services under your own requests, and says what would pay for a running one.",
        footer = "Exit codes: 0 nothing is worse, 1 something is, 2 no verdict, 64 bad usage.")
public final class Bench implements Callable<Integer> {

    /** The exit code of bad usage. */
    public static final int USAGE = 64;

    private static final int FAILURE = 2;
    private static final int HELP_WIDTH = 120;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Bench() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return commandLine(new Bench());
    }

    /**
     * A command line that reports failures in a line instead of a stack trace: exit code 64 for bad usage, 2 for other
     * failures.
     */
    public static CommandLine commandLine(Object command) {
        CommandLine commandLine = new CommandLine(command);
        commandLine.setUsageHelpWidth(HELP_WIDTH);
        HelpGroups.use(commandLine);
        return commandLine
                .setParameterExceptionHandler(Bench::usage)
                .setExecutionExceptionHandler((ex, failed, result) -> {
                    if (ex instanceof IOException) {
                        failed.getErr().println(Secrets.concealed(message(ex)));
                    } else if (ex instanceof InterruptedException) {
                        failed.getErr().println("interrupted");
                    } else {
                        ex.printStackTrace(failed.getErr());
                    }
                    return FAILURE;
                });
    }

    /** The message of a failure. That of a file often is its path alone. */
    public static String message(Exception ex) {
        boolean path = ex instanceof FileSystemException file && file.getReason() == null;
        return path ? ex.toString() : String.valueOf(ex.getMessage());
    }

    private static int usage(ParameterException ex, String[] args) {
        CommandLine command = ex.getCommandLine();
        String message = String.valueOf(ex.getMessage())
                .strip()
                .replaceAll("\\s*\\R\\s*", " ")
                .replaceAll("is not an? (?:int|long)$", "is no whole number")
                .replaceAll("is not a double$", "is no number");
        // An exception with a cause is about a file. The help says no more about it.
        String help = ex.getCause() == null
                ? " (" + command.getCommandSpec().qualifiedName() + " --help says what there is)"
                : "";
        command.getErr().println(Secrets.concealed(message) + help);
        return USAGE;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Say what to do: compare, advise or merge");
    }
}
