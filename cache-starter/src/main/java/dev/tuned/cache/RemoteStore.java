/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * The operations that L2 needs from a key-value store. None blocks; each future completes within the given time,
 * exceptionally when the store did not answer.
 */
interface RemoteStore {

    /** The document's content, or {@code null} where there is none. */
    CompletableFuture<byte @Nullable []> get(String id, Duration timeout);

    CompletableFuture<?> put(String id, byte[] content, Duration expiry, Duration timeout);

    /** Whether there was a document to remove. */
    CompletableFuture<Boolean> remove(String id, Duration timeout);

    /** Adds to a counter that starts at zero, and gives its new value. */
    CompletableFuture<Long> add(String id, long delta, Duration timeout);
}
