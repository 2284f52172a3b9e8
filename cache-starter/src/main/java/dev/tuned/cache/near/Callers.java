/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.AbstractCacheInvoker;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.util.ClassUtils;

/** Who calls. */
final class Callers {

    /** Netty's event loops, which Lettuce's answers come on, and Reactor's threads. */
    private static final List<Class<?>> NON_BLOCKING = Stream.of(
                    "io.netty.util.concurrent.FastThreadLocalThread", "reactor.core.scheduler.NonBlocking")
            .filter(name -> ClassUtils.isPresent(name, Callers.class.getClassLoader()))
            .<Class<?>>map(name -> ClassUtils.resolveClassName(name, Callers.class.getClassLoader()))
            .toList();

    private static final String OURS =
            "(java|jdk\\.(internal|proxy\\d+)|org\\.springframework\\.(cache|cglib|aop|transaction|data\\.\\w+\\.cache)|dev\\.tuned\\.cache\\.near)\\.";

    private static final Pattern NOT_OURS = Pattern.compile("^(?!" + OURS + ")");

    private static final Pattern PROXY = Pattern.compile("\\$\\$SpringCGLIB\\$\\$|\\$Proxy\\d");

    private Callers() {}

    /** Whether the current thread must not wait for an answer that it may have to deliver itself. */
    static boolean mustNotWait() {
        return NON_BLOCKING.stream().anyMatch(type -> type.isInstance(Thread.currentThread()));
    }

    /** Whether a method runs that Spring's cache interceptor called. */
    static boolean isCachedMethod() {
        return isWithin(CacheAspectSupport.class, "invokeOperation");
    }

    /** Whether Spring's cache interceptor waits for what the current thread does. */
    static boolean isCachedCall() {
        return isWithin(CacheAspectSupport.class, "execute");
    }

    /** Whether Spring's cache interceptor called, which alone hands an exception to the application's error handler. */
    static boolean isCacheInterceptor() {
        return isWithin(AbstractCacheInvoker.class, "do");
    }

    /** The method whose value Spring's cache interceptor looks up or puts; null: the application itself uses the cache, or it is unknown. */
    static @Nullable String cachedMethod() {
        boolean interceptor = StackWalker.getInstance()
                .walk(frames -> frames.map(StackFrame::getClassName)
                        .takeWhile(name -> !NOT_OURS.matcher(name).find())
                        .anyMatch(AbstractCacheInvoker.class.getName()::equals));
        String method = interceptor ? caller() : "";
        return method.isEmpty() ? null : method;
    }

    /**
     * The method that uses a cache, itself or through Spring's annotations; that of the proxy, where there is one, for other advice may stand
     * before it, and is the same for all methods.
     */
    static String caller() {
        AtomicBoolean advised = new AtomicBoolean();
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.peek(frame -> advised.compareAndSet(false, isAdvice(frame)))
                        .filter(frame -> (advised.get() ? PROXY : NOT_OURS)
                                .matcher(frame.getClassName())
                                .find())
                        .findFirst()
                        .map(frame -> frame.getClassName() + '.' + frame.getMethodName() + frame.getDescriptor())
                        .orElse(""));
    }

    private static boolean isAdvice(StackFrame frame) {
        return frame.getClassName().startsWith("org.springframework.aop.framework.");
    }

    private static boolean isWithin(Class<?> type, String method) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().startsWith(method)
                        && frame.getClassName().equals(type.getName())));
    }
}
