/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.util.ClassUtils;

/** Knows the threads that must not wait for Redis: Netty's event loops, which Lettuce's answers come on, and Reactor's. */
final class NonBlockingThreads {

    private static final List<Class<?>> TYPES = Stream.of(
                    "io.netty.util.concurrent.FastThreadLocalThread", "reactor.core.scheduler.NonBlocking")
            .filter(name -> ClassUtils.isPresent(name, NonBlockingThreads.class.getClassLoader()))
            .<Class<?>>map(name -> ClassUtils.resolveClassName(name, NonBlockingThreads.class.getClassLoader()))
            .toList();

    private NonBlockingThreads() {}

    static boolean isCurrent() {
        Thread thread = Thread.currentThread();
        return TYPES.stream().anyMatch(type -> type.isInstance(thread));
    }
}
