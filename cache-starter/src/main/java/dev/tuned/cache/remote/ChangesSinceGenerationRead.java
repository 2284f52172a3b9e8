/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
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

    private Map<String, Long> before = new HashMap<>();
    private Map<String, Long> since = new HashMap<>();

    /**
     * A key was changed.
     *
     * @param generation the one in which it was
     * @return whether there is room for more
     */
    synchronized boolean add(String key, long generation) {
        since.put(key, generation);
        return before.size() + since.size() < MAX_KEYS;
    }

    synchronized boolean isEmpty() {
        return before.isEmpty() && since.isEmpty();
    }

    /** The generation is about to be read: it will be that of all changes until now, if it is still the same. */
    synchronized void reading() {
        before.putAll(since);
        since = new HashMap<>();
    }

    /** The generation was read; gives the keys that have to be changed in it once more. */
    synchronized Set<String> read(long generation) {
        Set<String> stale = new LinkedHashSet<>();
        for (Map<String, Long> changes : List.of(before, since)) {
            changes.forEach((key, number) -> {
                if (number != generation) {
                    stale.add(key);
                }
            });
        }
        before = new HashMap<>();
        since.keySet().removeAll(stale);
        return stale;
    }

    /** This process clears the region itself. */
    synchronized void clear() {
        before = new HashMap<>();
        since = new HashMap<>();
    }
}
