/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.tuned.threads.autoconfigure.WebProperties.Limit;

/** Matches where requests are to be bounded at a number. */
final class OnFixedWebBound implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        WebProperties web = WebProperties.of(context.getEnvironment());
        return web.limit() == Limit.FIXED && web.maxConcurrency() > 0;
    }
}
