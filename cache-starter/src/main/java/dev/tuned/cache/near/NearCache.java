/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * A cache that agrees with those of the other instances, and what is behind it: here nothing. What its methods throw is the store's.
 * Thread-safe.
 */
public class NearCache {

    static final Duration GONE = Duration.ofMillis(-1);

    /** The name of the cache manager's bean. */
    public final String manager;
    /** The cache's name. */
    public final String name;
    /** Reads that memory answered. */
    public final LongAdder hits = new LongAdder();
    /** Reads that the far cache answered with a value. */
    public final LongAdder farHits = new LongAdder();
    /** Reads for which neither had a value, or the far cache had no answer. */
    public final LongAdder misses = new LongAdder();

    final boolean afterCommit;
    private final Duration ttl;

    /**
     * Creates a cache.
     *
     * @param manager the name of the cache manager's bean
     * @param name the cache's name
     * @param afterCommit whether Spring itself calls put, evict and clear after the end of a transaction
     * @param ttl how long an entry is served from memory at most
     */
    protected NearCache(String manager, String name, boolean afterCommit, Duration ttl) {
        this.manager = manager;
        this.name = name;
        this.afterCommit = afterCommit;
        this.ttl = ttl;
    }

    /**
     * Reads an entry.
     *
     * @param found called with the value, if there is one, and for how long it is there: zero if for ever, negative if no longer, null if that
     *     has to be asked
     * @return the value, or null
     */
    CompletableFuture<byte @Nullable []> read(Key key, BiConsumer<byte[], @Nullable Duration> found) {
        return CompletableFuture.completedFuture(null);
    }

    /** The same where the caller is to be called back by the client's thread, as it is without the starter. */
    CompletableFuture<byte @Nullable []> readAsync(Key key, BiConsumer<byte[], @Nullable Duration> found) {
        return read(key, found);
    }

    /** Whether {@link #read} blocks the thread that calls it. */
    boolean readBlocks() {
        return true;
    }

    /** Puts an entry, and waits for that. */
    void put(Key key, byte[] value, @Nullable Duration expiry) {}

    /** Puts an entry if there is none, and returns what there is otherwise. */
    CompletableFuture<byte @Nullable []> putIfAbsent(Key key, byte[] value, @Nullable Duration expiry) {
        return CompletableFuture.completedFuture(null);
    }

    /** Whether {@link #putIfAbsent} blocks the thread that calls it. */
    boolean putBlocks() {
        return true;
    }

    /** Deletes an entry, or all that match a pattern, and waits for that. Returns whether there was one. */
    boolean delete(Key key) {
        return true;
    }

    /** How much longer an entry stays; zero: it does not expire; negative: it is not there. */
    Duration rest(Key key) {
        return GONE;
    }

    /** What all its keys match now; null if they have nothing that tells them from others. */
    @Nullable
    Key all() {
        return null;
    }

    /** Counts a read that the writer behind does not see. */
    void count(byte @Nullable [] value) {}

    /** Forgets what is in this process, but not in memory. */
    void forget(Key key) {}

    /** The application starts, maybe again: what was connected is not. */
    public void start() {}

    /** Reads. */
    public long reads() {
        return hits.sum() + farHits.sum() + misses.sum();
    }

    /** For how long an entry may be kept whose rest behind is known; null or not positive: it does not expire. */
    long nanos(@Nullable Duration rest) {
        return (rest == null || rest.isZero() || rest.isNegative() || rest.compareTo(ttl) > 0)
                ? ttl.toNanos()
                : rest.toNanos();
    }

    void found(byte @Nullable [] value) {
        ((value != null) ? farHits : misses).increment();
    }
}
