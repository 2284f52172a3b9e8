/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import dev.tuned.cache.notify.Key;

/**
 * What this instance wrote into the far cache lately: who is notified of a change of such a key deletes it once more, since what he wrote may be older
 * than the change. At most 8,000 keys, the latest ones. Thread-safe.
 *
 * @param <C> the cache of a key
 */
public final class RecentWrites<C> {

    private record Mark<C>(C cache, boolean load, long at) {}

    private static final int MAXIMUM = 8_000;
    private static final long LATELY = TimeUnit.SECONDS.toNanos(30);
    /** After a put, another instance's change is probably a later one. */
    private static final long PUT = TimeUnit.SECONDS.toNanos(2);

    private final Queue<Key> writing = new ConcurrentLinkedQueue<>();
    private final Map<Key, Mark<C>> marks = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Mark<C>> eldest) {
            return size() > MAXIMUM;
        }
    };

    /**
     * A value is about to be written. Two instances that put a key at once leave it open which value is newer; one that loads may have begun
     * long before.
     *
     * @param load whether it is from a load
     */
    public void begin(Key key, C cache, boolean load) {
        writing.add(key);
        mark(key, cache, load);
    }

    /** It was written: marked again, for the process may have paused in between. */
    public void end(Key key, C cache, boolean load) {
        writing.remove(key);
        mark(key, cache, load);
    }

    private synchronized void mark(Key key, C cache, boolean load) {
        marks.put(key, new Mark<>(cache, load, System.nanoTime()));
    }

    /** Whether a value of the key, or of one that matches a pattern, is on its way. */
    public boolean isWriting(Key key) {
        return writing.stream().anyMatch(key::covers);
    }

    /**
     * Takes the mark of a key, or those of all that match a pattern.
     *
     * @param lost whether a change may have been missed, and when is unknown
     */
    public synchronized Map<Key, C> take(Key key, boolean lost) {
        Map<Key, C> taken = new HashMap<>();
        for (Key each :
                key.isPattern() ? marks.keySet().stream().filter(key::covers).toList() : List.of(key)) {
            Mark<C> mark = marks.remove(each);
            if (mark != null && System.nanoTime() - mark.at < (mark.load || lost ? LATELY : PUT)) {
                taken.put(each, mark.cache);
            }
        }
        return taken;
    }
}
