/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.json.JsonParserFactory;

import dev.tuned.threads.plan.ThreadsProperties;

import static org.assertj.core.api.Assertions.assertThat;

/** What an editor knows of the properties. */
class MetadataTests {

    @Test
    void everyPropertyHasATypeAndADescription() throws IOException {
        assertThat(metadata("properties"))
                .isNotEmpty()
                .allSatisfy(property -> assertThat(property).containsKeys("name", "type", "description"));
    }

    @Test
    void everyHintedValueOfAPropertyCanBeUsed() throws IOException {
        List<Object> properties = metadata("properties").stream()
                .map(property -> property.get("name"))
                .toList();
        List<Map<String, Object>> hints = metadata("hints");
        assertThat(hints)
                .extracting(hint -> hint.get("name"))
                .contains("tuned.threads.web.reject-status", "tuned.threads.web.mode", "tuned.threads.async.mode")
                .isSubsetOf(properties);
        assertThat(hints)
                .allSatisfy(hint -> assertThat(values(hint))
                        .isNotEmpty()
                        .allSatisfy(
                                value -> assertThat(value.get("description")).isNotNull())
                        .allSatisfy(value -> assertThat(bind(hint.get("name"), value.get("value")))
                                .isNotNull()));
    }

    private static Object bind(Object name, Object value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(name, value)));
        binder.bindOrCreate("tuned.threads", ThreadsProperties.class);
        return binder.bindOrCreate("tuned.threads.web", WebProperties.class);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> values(Map<String, Object> hint) {
        return (List<Map<String, Object>>) hint.get("values");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> metadata(String kind) throws IOException {
        String json = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
        return (List<Map<String, Object>>)
                JsonParserFactory.getJsonParser().parseMap(json).get(kind);
    }
}
