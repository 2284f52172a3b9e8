/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Knows the threads of Couchbase's client, which have to deliver the next answer and are not to wait for it: those of the
 * client's own class, and those that have delivered an answer to {@link CouchbaseStore}. Thread-safe.
 */
public final class ClientThreads {

    /** Netty's, in the client's own package, where no other library makes threads. */
    private static final @Nullable Class<?> CLIENTS_OWN = clientsOwn();

    private static final ThreadLocal<Boolean> DELIVERS = ThreadLocal.withInitial(() -> false);

    private ClientThreads() {}

    /** Whether the current thread is one. */
    public static boolean isCurrent() {
        return (CLIENTS_OWN != null && CLIENTS_OWN.isInstance(Thread.currentThread())) || DELIVERS.get();
    }

    /** An operation whose answer tells which thread delivers answers: whichever it is that did not ask. */
    static <T extends @Nullable Object> CompletableFuture<T> marking(CompletableFuture<T> operation) {
        Thread asking = Thread.currentThread();
        return operation.whenComplete((answer, error) -> {
            if (Thread.currentThread() != asking) {
                DELIVERS.set(true);
            }
        });
    }

    private static @Nullable Class<?> clientsOwn() {
        String name = "com.couchbase.client.core.deps.io.netty.util.concurrent.FastThreadLocalThread";
        ClassLoader loader = ClientThreads.class.getClassLoader();
        return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
    }
}
