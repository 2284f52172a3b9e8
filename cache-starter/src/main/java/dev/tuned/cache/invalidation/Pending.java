/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Changes that wait to be sent, each once. When they become too many, the region with most of them is sent as a whole:
 * what waits is bounded, and nothing is left out. Thread-safe.
 */
final class Pending {

    private final int mostChanges;
    private final int mostCharacters;
    private final Set<String> regions = new LinkedHashSet<>();
    private final Map<String, Set<String>> keys = new LinkedHashMap<>();
    private int changes;
    private int characters;

    /**
     * Creates an empty one.
     *
     * @param mostChanges keys kept
     * @param mostCharacters characters that the keys have together
     */
    Pending(int mostChanges, int mostCharacters) {
        this.mostChanges = mostChanges;
        this.mostCharacters = mostCharacters;
    }

    /** Adds a change, unless it is among the others already. */
    synchronized void add(Invalidation change) {
        String region = change.region();
        String key = change.key();
        if (regions.contains(region)) {
            return;
        }
        if (key == null || key.length() > mostCharacters) {
            whole(region);
            return;
        }
        if (keys.computeIfAbsent(region, name -> new LinkedHashSet<>()).add(key)) {
            changes++;
            characters += key.length();
        }
        while (changes > mostChanges || characters > mostCharacters) {
            whole(largest());
        }
    }

    /** Number of changes that wait. */
    synchronized int size() {
        return changes + regions.size();
    }

    /**
     * Takes all changes out.
     *
     * @return {@code null} if there are none
     */
    synchronized @Nullable Batch take(String node, long number) {
        if (size() == 0) {
            return null;
        }
        Batch batch = new Batch(node, number, new LinkedHashSet<>(regions), new LinkedHashMap<>(keys));
        regions.clear();
        keys.clear();
        changes = 0;
        characters = 0;
        return batch;
    }

    private void whole(String region) {
        Set<String> covered = keys.remove(region);
        if (covered != null) {
            changes -= covered.size();
            characters -= characters(covered);
        }
        regions.add(region);
    }

    private String largest() {
        return keys.entrySet().stream()
                .max(Comparator.comparingInt(region ->
                        characters(region.getValue()) + region.getValue().size()))
                .orElseThrow()
                .getKey();
    }

    private static int characters(Set<String> texts) {
        return texts.stream().mapToInt(String::length).sum();
    }
}
