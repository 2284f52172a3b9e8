/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where {@code tuned.threads.web} has a fixed limit, or limits of routes. */
final class OnConfiguredLimit implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        return binder.bind("tuned.threads.web.max-concurrency", Integer.class).orElse(0) > 0
                || binder.bind("tuned.threads.web.routes", Bindable.mapOf(String.class, String.class))
                        .isBound();
    }
}
