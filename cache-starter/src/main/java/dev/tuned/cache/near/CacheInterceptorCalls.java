/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import org.springframework.cache.interceptor.AbstractCacheInvoker;

/** Whether Spring's cache interceptor is who called, which alone hands an exception to the application's error handler. */
final class CacheInterceptorCalls {

    /** Between it and the writer are a cache and its decorators. */
    private static final int NEAR = 40;

    private CacheInterceptorCalls() {}

    static boolean isInside() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(NEAR)
                        .anyMatch(frame -> frame.getClassName().equals(AbstractCacheInvoker.class.getName())));
    }
}
