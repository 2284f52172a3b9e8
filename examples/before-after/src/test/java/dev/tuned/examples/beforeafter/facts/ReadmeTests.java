/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.result.ResultsFile;

import static org.assertj.core.api.Assertions.assertThat;

class ReadmeTests {

    private static final Path ROOT = Path.of("../..");

    @Test
    void theFiguresInTheReadmeAreThoseOfTheCommittedRun() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String run = TextReport.markdown(ResultsFile.read(Path.of("runs/quick/results.json")));
        assertThat(readme.split("<!-- /?run -->")[1].strip()).isEqualTo(run.strip());
    }
}
