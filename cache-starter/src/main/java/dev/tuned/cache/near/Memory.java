/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notifications;

/**
 * Entries in this process: the bytes that the far cache has. Bounded by bytes; the entry that leaves is the oldest one that was not read since it was
 * passed over last. A version per key, which each change raises, keeps out what was read or loaded before the change. Reads take no lock.
 * Thread-safe.
 */
public final class Memory {

    /** Of an entry, beyond the bytes of key and value: headers, references and nodes of the two collections. */
    static final int OVERHEAD = 200;

    private static final int SLOTS = 1 << 14;

    /**
     * @param since when it was kept, by {@link System#nanoTime}
     * @param used whether it was read since it was passed over
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(NearCache cache, byte[] value, long since, long expires, AtomicBoolean used) {

        long weight(Key key) {
            return (long) key.bytes().length + value.length + OVERHEAD;
        }
    }

    private final Notifications channel;
    private final long unconnectedTtl;
    private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLongArray versions = new AtomicLongArray(SLOTS);
    private final AtomicLong clears = new AtomicLong();
    private final LongAdder evictions = new LongAdder();
    private final LinkedHashSet<Key> order = new LinkedHashSet<>();
    private final AtomicLong bytes = new AtomicLong();
    private volatile long maximum;

    /**
     * Creates an empty memory.
     *
     * @param maximum bytes
     * @param unconnectedTtl how old an entry may be while this instance cannot be notified
     * @param channel what notifies it
     */
    Memory(long maximum, Duration unconnectedTtl, Notifications channel) {
        this.maximum = maximum;
        this.channel = channel;
        this.unconnectedTtl = unconnectedTtl.toNanos();
    }

    byte @Nullable [] get(NearCache cache, Key key) {
        Entry entry = entries.get(key);
        if (entry == null || !entry.cache.name.equals(cache.name)) {
            return null;
        }
        long now = System.nanoTime();
        if (now - entry.expires >= 0 || (now - entry.since > unconnectedTtl && !channel.isConnected(now))) {
            return null;
        }
        if (!entry.used.getPlain()) {
            entry.used.setPlain(true);
        }
        entry.cache.hits.increment();
        return entry.value;
    }

    /** What a value that is read or loaded from now on has to be kept with. */
    long version(Key key) {
        return versions.get(slot(key)) + clears.get();
    }

    private static int slot(Key key) {
        return (key.hashCode() * 0x9E3779B9) >>> 18;
    }

    /** Forgets a key or all that match a pattern, and what is being read or loaded of them. */
    synchronized long changed(Key key) {
        if (key.isPattern()) {
            clears.incrementAndGet();
            entries.keySet().stream().filter(key::covers).forEach(this::remove);
        } else {
            versions.incrementAndGet(slot(key));
            remove(key);
        }
        return version(key);
    }

    /**
     * Keeps a value, unless its key was changed since.
     *
     * @param rest for how long the far cache has it; null or zero: it does not expire there
     * @return whether the key was not changed
     */
    synchronized boolean keep(NearCache cache, Key key, byte[] value, @Nullable Duration rest, long version) {
        if (version(key) != version) {
            return false;
        }
        remove(key);
        long now = System.nanoTime();
        Entry entry = new Entry(cache, value, now, now + cache.nanos(rest), new AtomicBoolean());
        if (entry.weight(key) <= maximum) {
            entries.put(key, entry);
            order.add(key);
            bytes.addAndGet(entry.weight(key));
            makeRoom();
        }
        return true;
    }

    /** The same with a value that was read a while ago, unless one was kept since. */
    synchronized void keepLate(
            NearCache cache, Key key, byte[] value, @Nullable Duration rest, long version, long readAt) {
        Entry entry = entries.get(key);
        if (entry == null || entry.since - readAt < 0) {
            keep(cache, key, value, rest, version);
        }
    }

    private void remove(Key key) {
        Entry entry = entries.remove(key);
        if (entry != null) {
            order.remove(key);
            bytes.addAndGet(-entry.weight(key));
        }
    }

    private void makeRoom() {
        while (bytes.get() > maximum) {
            Iterator<Key> oldest = order.iterator();
            Key key = oldest.next();
            Entry entry = entries.get(key);
            if (entry != null && entry.used.getPlain() && System.nanoTime() - entry.expires < 0) {
                entry.used.setPlain(false);
                oldest.remove();
                order.add(key);
            } else {
                remove(key);
                evictions.increment();
            }
        }
    }

    /** Sets the bound, in bytes. */
    public synchronized void resize(long maximum) {
        this.maximum = maximum;
        makeRoom();
    }

    /** Bytes of all entries. */
    public long bytes() {
        return bytes.get();
    }

    /** The bound, in bytes. */
    public long maximum() {
        return maximum;
    }

    /** Entries, expired ones too. */
    public int size() {
        return entries.size();
    }

    /** Entries that left because there was no room. */
    public long evictions() {
        return evictions.sum();
    }
}
