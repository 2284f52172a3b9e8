/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;

import org.springframework.util.ClassUtils;
import reactor.core.scheduler.NonBlocking;

import dev.tuned.cache.store.ClientThreads;

/** Waits for L2 where waiting is allowed. */
final class BlockingSupport {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.scheduler.NonBlocking", BlockingSupport.class.getClassLoader());

    private BlockingSupport() {}

    /** Not on an event loop, nor on a thread of Couchbase's client, which has to deliver the answer. */
    static boolean isAllowed() {
        Thread thread = Thread.currentThread();
        return !ClientThreads.isCurrent() && !(REACTOR && Reactor.isNonBlocking(thread));
    }

    /**
     * Waits for an operation that ends within its timeout, so that a change is in L2 when the caller goes on. Where
     * that is not allowed it goes on alone.
     */
    static void awaitIfAllowed(CompletableFuture<?> operation) {
        if (isAllowed()) {
            operation.join();
        }
    }

    /** Only loaded where Reactor is. */
    private static final class Reactor {

        static boolean isNonBlocking(Thread thread) {
            return thread instanceof NonBlocking;
        }
    }
}
