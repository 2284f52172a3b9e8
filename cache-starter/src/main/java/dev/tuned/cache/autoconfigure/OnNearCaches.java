/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if {@code tuned.cache.near} names a cache. */
final class OnNearCaches extends SpringBootCondition {

    static List<String> names(Environment environment) {
        return Binder.get(environment)
                .bind("tuned.cache.near", Bindable.listOf(String.class))
                .orElse(List.of());
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("tuned.cache.near");
        List<String> names = names(context.getEnvironment());
        return names.isEmpty()
                ? ConditionOutcome.noMatch(message.because("it names no cache"))
                : ConditionOutcome.match(message.foundExactly(names));
    }
}
