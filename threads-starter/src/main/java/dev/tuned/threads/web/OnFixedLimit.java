/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.tuned.threads.web.WebProperties.Limit;

/** Matches where {@code tuned.threads.web.max-concurrency} is the limit. */
final class OnFixedLimit implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        Limit limit = binder.bind("tuned.threads.web.limit", Limit.class).orElse(Limit.FIXED);
        int max =
                binder.bind("tuned.threads.web.max-concurrency", Integer.class).orElse(0);
        return limit == Limit.FIXED && max > 0;
    }
}
