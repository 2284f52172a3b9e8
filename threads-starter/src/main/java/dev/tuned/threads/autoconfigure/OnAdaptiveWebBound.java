/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.tuned.threads.autoconfigure.WebProperties.Limit;

/** Matches where the bound on requests is to find itself. */
final class OnAdaptiveWebBound implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return WebProperties.of(context.getEnvironment()).limit() == Limit.ADAPTIVE;
    }
}
