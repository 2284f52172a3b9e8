/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** What an IDE shows of the properties. */
@Tag("without-boot")
class MetadataTests {

    /** Properties without a default, and what holds then. Each description says it, too. */
    private static final Map<String, String> UNSET = Map.ofEntries(
            Map.entry("tuned.upload.memory-budget", "follows the heap"),
            Map.entry("tuned.logging.async.exclude", "none"),
            Map.entry("tuned.logging.async.include", "all"),
            Map.entry("tuned.logging.async.overflow-of", "none"),
            Map.entry("tuned.cache.memory", "follows the heap"),
            Map.entry("tuned.cache.near", "none"),
            Map.entry("tuned.cache.ttl-of", "none"),
            Map.entry("tuned.threads.tomcat.sendfile.safe-classes", "none of yours"),
            Map.entry("tuned.threads.web.exempt-paths", "none"),
            Map.entry("tuned.threads.web.routes", "none"));

    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String,([^<>]+)>");

    private final List<JsonNode> properties = new ArrayList<>();
    private final Map<String, Set<String>> hints = new HashMap<>();

    MetadataTests() throws IOException {
        for (URL url : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = url.openStream()) {
                JsonNode metadata = JsonMapper.builder().build().readTree(in);
                metadata.path("properties").forEach(property -> {
                    if (property.path("name").asString().startsWith("tuned.")) {
                        properties.add(property);
                    }
                });
                metadata.path("hints").forEach(hint -> {
                    Set<String> values = new TreeSet<>();
                    hint.path("values").forEach(value -> {
                        values.add(value.path("value").asString());
                        if (hint.path("name").asString().startsWith("tuned.")) {
                            assertThat(value.path("description").asString(""))
                                    .as(hint.toString())
                                    .isNotBlank();
                        }
                    });
                    hints.put(hint.path("name").asString(), values);
                });
            }
        }
    }

    @Test
    void tablesOfThePagesAreTheMetadata() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String starter : List.of("upload", "logging", "cache", "threads")) {
            Files.readAllLines(Pages.ROOT.resolve(starter + "-starter/docs/properties.md")).stream()
                    .takeWhile(line -> !line.equals("## Meters"))
                    .filter(line -> line.startsWith("| `tuned."))
                    .forEach(rows::add);
        }
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        properties.stream().map(MetadataTests::row).toList());
    }

    private static String row(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        String text = value.isArray()
                ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(", ", "[", "]"))
                : value.asString("");
        return "| `%s` | %s | %s |"
                .formatted(
                        property.path("name").asString(),
                        value.isMissingNode() ? "" : "`" + text + "`",
                        property.path("description").asString());
    }

    @Test
    void everyPropertyHasATypeAndADescription() {
        assertThat(properties).hasSizeGreaterThan(30).allSatisfy(property -> {
            assertThat(property.path("type").asString(""))
                    .as(property.toString())
                    .isNotBlank();
            assertThat(property.path("description").asString(""))
                    .as(property.toString())
                    .endsWith(".");
        });
    }

    @Test
    void everyPropertyHasADefaultOrAReasonToHaveNone() {
        Set<String> without = new TreeSet<>();
        for (JsonNode property : properties) {
            if (property.path("defaultValue").isMissingNode()) {
                without.add(property.path("name").asString());
            }
        }
        assertThat(without).containsExactlyInAnyOrderElementsOf(UNSET.keySet());
    }

    @Test
    void everyEnumerationHasAHintForEachOfItsValues() throws ClassNotFoundException {
        Set<String> enumerations = new TreeSet<>();
        for (JsonNode property : properties) {
            String name = property.path("name").asString();
            Matcher map = MAP.matcher(property.path("type").asString());
            Class<?> type = Class.forName(
                    boxed(map.matches() ? map.group(1) : property.path("type").asString()));
            if (type.isEnum() && type.getName().startsWith("dev.tuned.")) {
                Set<String> expected = new TreeSet<>();
                Arrays.stream(type.getEnumConstants())
                        .map(constant -> ((Enum<?>) constant)
                                .name()
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'))
                        .forEach(expected::add);
                assertThat(hints).containsEntry(map.matches() ? name + ".values" : name, expected);
                enumerations.add(name);
            }
        }
        assertThat(enumerations).hasSizeGreaterThan(5);
    }

    /** Generic types are no enumerations. */
    private static String boxed(String type) {
        return type.contains("<") ? Object.class.getName() : type;
    }
}
