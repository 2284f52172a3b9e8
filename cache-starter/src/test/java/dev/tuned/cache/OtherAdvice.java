/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Advice of an application, as that of a method's rights. */
public final class OtherAdvice implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return invocation.proceed();
    }
}
