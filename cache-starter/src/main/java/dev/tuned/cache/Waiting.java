/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletableFuture;

import reactor.core.scheduler.Schedulers;

/** Waits for L2 where waiting is allowed. */
final class Waiting {

    private Waiting() {}

    /** Not on an event loop, nor on a thread of the SDK, which has to deliver the answer. */
    static boolean isAllowed() {
        return !Schedulers.isInNonBlockingThread()
                && !Thread.currentThread().getName().startsWith("cb-");
    }

    /**
     * Waits for an operation that ends within its timeout, so that a change is in L2 when the caller goes on. Where
     * that is not allowed it goes on alone.
     */
    static void briefly(CompletableFuture<?> operation) {
        if (isAllowed()) {
            operation.join();
        }
    }
}
