/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Comparator;
import java.util.Iterator;
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
    private final Map<String, Keys> keys = new LinkedHashMap<>();
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

    private static final class Keys {

        final Set<String> texts = new LinkedHashSet<>();
        int characters;
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
        Keys ofRegion = keys.computeIfAbsent(region, name -> new Keys());
        if (ofRegion.texts.add(key)) {
            ofRegion.characters += key.length();
            count(1, key.length());
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
     * Takes the oldest changes out.
     *
     * @param most changes of keys, at least 1
     * @param room characters the keys have together, unless one alone has more
     * @return {@code null} if there are none
     */
    synchronized @Nullable Batch take(String node, long number, int most, int room) {
        if (size() == 0) {
            return null;
        }
        Batch batch = new Batch(node, number, new LinkedHashSet<>(regions), new LinkedHashMap<>());
        regions.clear();
        Room left = new Room(most, room);
        Iterator<Map.Entry<String, Keys>> waiting = keys.entrySet().iterator();
        while (waiting.hasNext() && left.isLeft()) {
            Map.Entry<String, Keys> region = waiting.next();
            batch.keys().put(region.getKey(), left.taken(region.getValue()));
            if (region.getValue().texts.isEmpty()) {
                waiting.remove();
            }
        }
        count(-left.changes, -left.characters);
        return batch;
    }

    private void whole(String region) {
        Keys covered = keys.remove(region);
        if (covered != null) {
            count(-covered.texts.size(), -covered.characters);
        }
        regions.add(region);
    }

    private String largest() {
        return keys.entrySet().stream()
                .max(Comparator.comparingInt(entry ->
                        entry.getValue().characters + entry.getValue().texts.size()))
                .orElseThrow()
                .getKey();
    }

    private void count(int moreChanges, int moreCharacters) {
        changes += moreChanges;
        characters += moreCharacters;
    }

    /** What a batch still has room for. */
    private static final class Room {

        private final int most;
        private final int room;
        int changes;
        int characters;

        Room(int most, int room) {
            this.most = most;
            this.room = room;
        }

        boolean isLeft() {
            return changes < most && characters < room;
        }

        Set<String> taken(Keys from) {
            Set<String> result = new LinkedHashSet<>();
            Iterator<String> texts = from.texts.iterator();
            while (texts.hasNext() && isLeft()) {
                String key = texts.next();
                texts.remove();
                from.characters -= key.length();
                changes++;
                characters += key.length();
                result.add(key);
            }
            return result;
        }
    }
}
