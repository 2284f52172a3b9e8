/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.result.ResultsFile;

/** Prints the Markdown table of a run. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        description = "Prints the table of a run's results in Markdown.")
final class TableCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The results, such as results.json.")
    private Path file = Path.of("results.json");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            throw new ParameterException(
                    spec.commandLine(), "Unknown option: '" + option.longestName() + "' is for runs, not for 'table'");
        }
        try {
            spec.commandLine().getOut().print(TextReport.markdown(ResultsFile.read(file)));
            spec.commandLine().getOut().flush();
            return 0;
        } catch (IOException ex) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for parameter FILE: '" + file + "' cannot be read: " + ex, ex);
        }
    }
}
