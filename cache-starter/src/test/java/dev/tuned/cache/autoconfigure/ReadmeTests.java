/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

class ReadmeTests {

    @Test
    void propertyTableEqualsGeneratedMetadata() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("docs/properties.md")).stream()
                .takeWhile(line -> !line.equals("## Meters"))
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(metadataRows()).isNotEmpty();
    }

    @SuppressWarnings("unchecked")
    private static List<String> metadataRows() throws IOException {
        String json = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
        var properties = (List<Map<String, Object>>)
                JsonParserFactory.getJsonParser().parseMap(json).get("properties");
        return properties.stream().map(ReadmeTests::row).toList();
    }

    private static String row(Map<String, Object> property) {
        Object value = property.get("defaultValue");
        String description = Objects.toString(property.get("description"), "(undocumented)");
        return "| `%s` | %s | %s |"
                .formatted(property.get("name"), (value != null) ? "`" + value + "`" : "", description);
    }
}
