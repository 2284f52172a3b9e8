/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ResultsFileTests {

    @TempDir
    private Path directory;

    @Test
    void theJsonHasTheDocumentedSchema() {
        JsonNode json =
                JsonMapper.shared().readTree(ResultsFile.toJson(SampleResults.of(SampleResults.proven("hello"))));

        assertThat(json.propertyNames())
                .contains("schema", "machine", "commit", "control", "scenarios", "verdict")
                .startsWith("schema");
        assertThat(json.get("schema").intValue()).isEqualTo(1);
        assertThat(json.get("control").propertyNames()).contains("metric", "ratio", "ci", "ok");
        JsonNode scenario = json.get("scenarios").get(0);
        assertThat(scenario.propertyNames())
                .contains("name", "baseline", "candidate", "connections", "rounds", "metrics", "repeats");
        JsonNode metric = scenario.get("metrics").get(0);
        assertThat(metric.propertyNames()).contains("name", "before", "after", "ratio", "ci", "verdict");
        assertThat(metric.get("ci").size()).isEqualTo(2);
        assertThat(json.get("verdict").stringValue()).isEqualTo("proven");
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Results results = SampleResults.of(SampleResults.proven("hello"), SampleResults.scenario("x", "no answer"));
        Path file = directory.resolve("results.json");

        ResultsFile.write(file, ResultsFile.toJson(results));

        assertThat(ResultsFile.read(file)).isEqualTo(results);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void anotherSchemaOrNoResultsAtAllAreRefused() throws IOException {
        Path file = directory.resolve("results.json");
        Files.writeString(file, ResultsFile.toJson(SampleResults.of()).replace("\"schema\" : 1", "\"schema\" : 2"));
        assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("schema 2");

        Files.writeString(file, "no json");
        assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("does not hold");
    }
}
