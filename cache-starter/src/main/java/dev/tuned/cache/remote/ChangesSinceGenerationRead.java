/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The keys of one region that were changed in L2 since its generation was last read. Another process may have cleared the
 * region meanwhile: then they were changed in a generation that is not read any more, and the next one may hold, from
 * between that clear and the change, what was there before. Thread-safe.
 */
final class ChangesSinceGenerationRead {

    /** Keys that are remembered until the generation is read again, which is then brought forward. */
    static final int MAX_KEYS = 10_000;

    private final Map<String, Change> changes = new HashMap<>();

    /** Reads of the generation that have begun. */
    private long reads;

    /**
     * The last change of a key.
     *
     * @param generation the one in which it was made
     * @param reads those that had begun by then
     */
    private record Change(long generation, long reads) {}

    /**
     * A key was changed.
     *
     * @param generation the one in which it was
     * @return whether there is room for more
     */
    synchronized boolean add(String key, long generation) {
        changes.put(key, new Change(generation, reads));
        return changes.size() < MAX_KEYS;
    }

    synchronized boolean isEmpty() {
        return changes.isEmpty();
    }

    /** The generation is about to be read: it will be that of all changes until now, if it is still the same. */
    synchronized void reading() {
        reads++;
    }

    /** The generation was read; gives the keys that have to be changed in it once more. */
    synchronized Set<String> read(long generation) {
        Set<String> stale = new LinkedHashSet<>();
        changes.forEach((key, change) -> {
            if (change.generation() != generation) {
                stale.add(key);
            }
        });
        changes.values().removeIf(change -> change.generation() != generation || change.reads() < reads);
        return stale;
    }

    /** This process clears the region itself. */
    synchronized void clear() {
        changes.clear();
    }
}
