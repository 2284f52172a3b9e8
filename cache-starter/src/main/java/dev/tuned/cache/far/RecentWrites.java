/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import dev.tuned.cache.notify.Key;

/**
 * What this instance wrote into Redis lately: who is notified of a change of such a key deletes it once more, since what he wrote may be older
 * than the change. At most 8,000 keys, the latest ones. Thread-safe.
 *
 * @param <C> the cache of a key
 */
public final class RecentWrites<C> {

    /** A key and its cache. */
    public record Write<C>(Key key, C cache) {}

    private record Mark<C>(C cache, long until) {}

    private static final int MAXIMUM = 8_000;
    private static final long FILL = TimeUnit.SECONDS.toNanos(30);
    private static final long PUT = TimeUnit.SECONDS.toNanos(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<Key, Mark<C>> marks = new LinkedHashMap<>(16, 0.75f, true);

    /** A value from a load is written, or was: marked before and after, for the process may pause in between. */
    public void filled(Key key, C cache) {
        mark(key, cache, FILL);
    }

    /** A value was put. Two instances that put a key at once leave it open which value is newer. */
    public void put(Key key, C cache) {
        mark(key, cache, PUT);
    }

    private void mark(Key key, C cache, long nanos) {
        lock.lock();
        try {
            marks.put(key, new Mark<>(cache, System.nanoTime() + nanos));
            if (marks.size() > MAXIMUM) {
                Iterator<Key> eldest = marks.keySet().iterator();
                eldest.next();
                eldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the marks of the keys that match. */
    public List<Write<C>> takeAll(Predicate<Key> matches) {
        List<Write<C>> taken = new ArrayList<>();
        lock.lock();
        try {
            long now = System.nanoTime();
            for (Iterator<Map.Entry<Key, Mark<C>>> all = marks.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Key, Mark<C>> mark = all.next();
                if (mark.getValue().until() - now <= 0) {
                    all.remove();
                } else if (matches.test(mark.getKey())) {
                    taken.add(new Write<>(mark.getKey(), mark.getValue().cache()));
                    all.remove();
                }
            }
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /** Takes the mark of one key. */
    public List<Write<C>> take(Key key) {
        lock.lock();
        try {
            Mark<C> mark = marks.remove(key);
            return (mark == null || mark.until() - System.nanoTime() <= 0)
                    ? List.of()
                    : List.of(new Write<>(key, mark.cache()));
        } finally {
            lock.unlock();
        }
    }
}
