/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationNotAllowedException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.MethodClassKey;

import dev.tuned.logging.stage.Stages;

/** Times the calls of annotated methods; one that returns a future until the future is completed. */
final class StageInterceptor implements MethodInterceptor {

    private final StageNames names;
    private final ObjectProvider<Stages> provider;
    private final Map<MethodClassKey, String> known = new ConcurrentHashMap<>();
    private volatile @Nullable Stages stages;

    StageInterceptor(StageNames names, ObjectProvider<Stages> provider) {
        this.names = names;
        this.provider = provider;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Stages.Timing timing = stages().time(name(invocation));
        boolean goesOn = false;
        try {
            Object result = invocation.proceed();
            if (result instanceof CompletionStage<?> future) {
                // What is returned is the future itself: cancelling a dependent one would not cancel it.
                var unused = future.whenComplete((value, failure) -> timing.close());
                goesOn = true;
            }
            return result;
        } finally {
            if (!goesOn) {
                timing.close();
            }
        }
    }

    private String name(MethodInvocation invocation) {
        Object target = Objects.requireNonNull(invocation.getThis());
        return known.computeIfAbsent(
                new MethodClassKey(invocation.getMethod(), target.getClass()),
                key -> Objects.requireNonNull(names.ofCall(invocation.getMethod(), target.getClass())));
    }

    /** Not injected: whatever a bean post-processor has injected cannot be processed itself. */
    private Stages stages() {
        Stages found = stages;
        if (found == null) {
            try {
                found = provider.getObject();
                stages = found;
            } catch (BeanCreationNotAllowedException ex) {
                // First called while the context closes.
                return Stages.off();
            }
        }
        return found;
    }
}
