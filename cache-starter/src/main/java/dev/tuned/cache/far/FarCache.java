/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * The entries of one cache in the store behind, as bytes. What a method throws is the store's. Thread-safe.
 */
public interface FarCache {

    /** Reads an entry; null if there is none. May block. */
    byte @Nullable [] get(Key key);

    /** The same, on the client's thread. */
    CompletableFuture<byte @Nullable []> getAsync(Key key);

    /** Whether {@link #getAsync} blocks nobody. */
    boolean isAsync();

    /** Puts an entry if there is none, and returns what there is otherwise. */
    byte @Nullable [] putIfAbsent(Key key, byte[] value, @Nullable Duration ttl);

    /** Deletes an entry, or all that match a pattern, and waits for that. Returns whether there was one. */
    boolean delete(Key key);

    /** How much longer an entry stays; zero: it does not expire; null: it is not there, or this is not known. */
    @Nullable
    Duration rest(Key key);
}
