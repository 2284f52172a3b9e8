/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.result.ResultsFile;

import static org.assertj.core.api.Assertions.assertThat;

class ReadmeTests {

    @Test
    void theSentenceInTheReadmeIsThatOfTheCommittedRun() throws IOException {
        String readme = Files.readString(Path.of("../..").resolve("README.md"));
        assertThat(readme)
                .contains(ResultsFile.read(Path.of("runs/default/results.json")).sentence());
    }
}
