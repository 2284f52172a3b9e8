/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletableFuture;

import reactor.core.scheduler.Schedulers;

/** Waits for L2 where waiting is allowed. */
final class Waiting {

    private Waiting() {}

    /**
     * Waits for an operation that ends within its timeout, so that a change is in L2 when the caller goes on. On a
     * thread that must not block (an event loop, or the SDK's own, which has to deliver the answer) it goes on alone.
     */
    static void briefly(CompletableFuture<?> operation) {
        if (!Schedulers.isInNonBlockingThread()
                && !Thread.currentThread().getName().startsWith("cb-")) {
            operation.join();
        }
    }
}
