/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

import org.jspecify.annotations.Nullable;

/** The cache writer of a manager that has near caches: what concerns one goes to it, all else to the writer behind, as if this one were not there. */
public interface NearWriter {

    /** Makes one of an interface of Spring's. */
    static <W> W of(Class<W> type, InvocationHandler calls) {
        InvocationHandler orItself = (proxy, method, arguments) -> switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "near " + type.getSimpleName();
            default -> calls.invoke(proxy, method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(
                NearWriter.class.getClassLoader(), new Class<?>[] {type, NearWriter.class}, orItself));
    }

    /** Calls a method, whose failures are the caller's. */
    static @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException ex) {
            throw ex.getTargetException();
        }
    }
}
