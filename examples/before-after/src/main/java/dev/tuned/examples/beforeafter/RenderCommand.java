/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.tuned.bench.command.Bench;
import dev.tuned.bench.command.BuildVersion;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.examples.beforeafter.report.Picture;
import dev.tuned.examples.beforeafter.report.RowReport;
import dev.tuned.examples.beforeafter.report.TextReport;

/** Shows the results of a run that was made before. */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        description = "Prints the results of a run in Markdown, and writes its report and the picture of its rows.")
final class RenderCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The results, such as results.json.")
    private Path file = Path.of("results.json");

    @Option(names = "--html", paramLabel = "FILE", description = "Where the report goes.")
    private @Nullable Path html;

    @Option(names = "--svg", paramLabel = "FILE", description = "Where the picture goes.")
    private @Nullable Path svg;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        checks.read("FILE", file);
        checks.writable("--html", html);
        checks.writable("--svg", svg);
        Results results = read();
        if (svg != null && results.rows().isEmpty()) {
            throw checks.wrong("--svg", svg, "'" + file + "' holds no rows, and a picture is of rows");
        }
        ResultsFile.writeIfAsked(html, () -> RowReport.html(results));
        ResultsFile.writeIfAsked(svg, () -> Picture.svg(results));
        spec.commandLine().getOut().print(RowReport.markdown(results) + TextReport.markdown(results));
        spec.commandLine().getOut().flush();
        return 0;
    }

    private Results read() {
        try {
            return ResultsFile.read(file);
        } catch (IOException ex) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for parameter FILE: " + Bench.message(ex), ex);
        }
    }
}
