/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Knows the threads that must not wait for L2: event loops of Reactor's, and those of Couchbase's client, which have to deliver
 * the next answer. These are of the client's own class, or have delivered an answer to {@link CouchbaseStore}. Thread-safe.
 */
public final class NonBlockingThreads {

    /** Netty's is in the client's own package, where no other library makes threads. */
    private static final List<Class<?>> TYPES = Stream.of(
                    "com.couchbase.client.core.deps.io.netty.util.concurrent.FastThreadLocalThread",
                    "reactor.core.scheduler.NonBlocking")
            .filter(name -> ClassUtils.isPresent(name, NonBlockingThreads.class.getClassLoader()))
            .<Class<?>>map(name -> ClassUtils.resolveClassName(name, NonBlockingThreads.class.getClassLoader()))
            .toList();

    private static final ThreadLocal<Boolean> DELIVERS = ThreadLocal.withInitial(() -> false);

    private NonBlockingThreads() {}

    /** Whether the current thread is one. */
    public static boolean isCurrent() {
        Thread thread = Thread.currentThread();
        return DELIVERS.get() || TYPES.stream().anyMatch(type -> type.isInstance(thread));
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
}
