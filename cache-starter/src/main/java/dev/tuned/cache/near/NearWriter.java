/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

import org.springframework.aop.support.AopUtils;

/** The cache writer of a manager that has near caches: what concerns one goes to it, all else to the writer behind, as if this one were not there. */
public interface NearWriter {

    /** Makes one of an interface of Spring's. */
    static <W> W of(Class<W> type, InvocationHandler calls) {
        InvocationHandler orItself = (proxy, method, arguments) ->
                AopUtils.isEqualsMethod(method) ? proxy == arguments[0] : calls.invoke(proxy, method, arguments);
        return type.cast(Proxy.newProxyInstance(
                NearWriter.class.getClassLoader(), new Class<?>[] {type, NearWriter.class}, orItself));
    }
}
