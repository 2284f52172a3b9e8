/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes that are sent together, as a document of JSON.
 *
 * @param node who sends it: random, one per start of a process
 * @param number counts the batches of that node, from 1
 * @param regions the regions that changed as a whole
 * @param keys the changed keys of other regions
 */
record Batch(String node, long number, Set<String> regions, Map<String, Set<String>> keys) {

    /** JSON may leave out what a record's type promises: then it is no batch. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultNullHandling(nulls -> JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .build();

    /** As a document. */
    byte[] encoded() {
        return JSON.writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a document.
     *
     * @return {@code null} if it is not a batch
     */
    static @Nullable Batch decoded(byte[] content) {
        try {
            return JSON.readValue(content, Batch.class);
        } catch (RuntimeException ex) {
            return null;
        }
    }

    boolean isSameAs(@Nullable Batch other) {
        return other != null && other.node.equals(node) && other.number == number;
    }

    /** Number of changes. */
    int size() {
        return regions.size() + keys.values().stream().mapToInt(Set::size).sum();
    }

    List<Invalidation> invalidations() {
        List<Invalidation> result = new ArrayList<>(size());
        regions.forEach(region -> result.add(new Invalidation(region, null)));
        keys.forEach((region, changed) -> changed.forEach(key -> result.add(new Invalidation(region, key))));
        return result;
    }
}
