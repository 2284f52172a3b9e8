/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * One load per key, for {@code sync = true}: who comes while another thread loads waits for the value. A failure is the loading thread's alone;
 * the next one loads itself, and a thread that waited for two failed loads does. Whoever comes after a change of the key does not wait for a
 * load that began before it. Threads that would wait for each other load themselves, and so does one that is interrupted. Thread-safe.
 */
final class OneLoad {

    private static final class Load {

        private final Thread thread = Thread.currentThread();
        private final CountDownLatch done = new CountDownLatch(1);
        private final long version;
        private volatile byte @Nullable [] value;

        Load(long version) {
            this.version = version;
        }
    }

    private final Map<Key, Load> loads = new ConcurrentHashMap<>();
    private final Map<Thread, Load> waiting = new ConcurrentHashMap<>();

    byte[] get(Key key, long version, Supplier<byte[]> loader) {
        Load mine = new Load(version);
        for (int failures = 0; failures < 2; ) {
            Load other = loads.putIfAbsent(key, mine);
            if (other == null || (other.version < version && loads.replace(key, other, mine))) {
                return load(key, mine, loader);
            }
            if (other.version >= version) {
                byte[] value = await(other);
                if (value != null) {
                    return value;
                }
                failures++;
            }
        }
        return loader.get();
    }

    private byte[] load(Key key, Load mine, Supplier<byte[]> loader) {
        try {
            byte[] value = loader.get();
            mine.value = value;
            return value;
        } finally {
            loads.remove(key, mine);
            mine.done.countDown();
        }
    }

    /** The other's value; null if it failed, if it waits itself for a load of this thread, or if this thread was interrupted. */
    private byte @Nullable [] await(Load other) {
        Thread me = Thread.currentThread();
        waiting.put(me, other);
        try {
            for (Load load = other; load != null; load = waiting.get(load.thread)) {
                if (load.thread == me) {
                    return null;
                }
            }
            other.done.await();
            return other.value;
        } catch (InterruptedException ex) {
            // As without sharing: it is the method that sees the interrupt.
            me.interrupt();
            return null;
        } finally {
            waiting.remove(me);
        }
    }
}
