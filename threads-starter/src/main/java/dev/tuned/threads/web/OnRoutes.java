/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where {@code tuned.threads.web.routes} has one. */
final class OnRoutes implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("tuned.threads.web.routes", Bindable.mapOf(String.class, String.class))
                .isBound();
    }
}
