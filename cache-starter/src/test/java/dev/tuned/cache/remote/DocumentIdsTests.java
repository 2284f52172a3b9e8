/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentIdsTests {

    private final DocumentIds ids = new DocumentIds("cache", "products");

    @Test
    void idNamesRegionSchemaAndGeneration() {
        assertThat(ids.of(7, "42")).isEqualTo("cache:products:g7:42");
        assertThat(ids.generation()).isEqualTo("cache:products:generation");
    }

    @Test
    void regionWithAColonDoesNotMeetAnother() {
        assertThat(new DocumentIds("cache", "a").of(0, "v1:g0:x"))
                .isNotEqualTo(new DocumentIds("cache", "a:g0").of(0, "x"));
    }

    @Test
    void longKeyIsHashedToWhatCouchbaseTakes() {
        String id = ids.of(0, "x".repeat(1000));
        assertThat(id).startsWith("cache:~h").hasSize("cache:~h".length() + 64);
        assertThat(id).isNotEqualTo(ids.of(1, "x".repeat(1000))).isNotEqualTo(ids.of(0, "x".repeat(1001)));
        String last = ids.of(0, "ä".repeat(100));
        assertThat(last.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(DocumentIds.MAX_BYTES);
        assertThat(last).startsWith("cache:products");
    }
}
