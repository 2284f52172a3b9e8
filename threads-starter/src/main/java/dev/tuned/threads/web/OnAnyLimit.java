/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.Objects;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.tuned.threads.ConcurrencyLimit;

/** Matches where {@code tuned.threads.web} has a limit, also of single routes only, or a bean is one. */
final class OnAnyLimit extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        if (binder.bind("tuned.threads.web.max-concurrency", Integer.class).orElse(0) > 0) {
            return ConditionOutcome.match("max-concurrency is set");
        }
        if (binder.bind("tuned.threads.web.routes", Bindable.mapOf(String.class, String.class))
                .isBound()) {
            return ConditionOutcome.match("routes have limits");
        }
        String[] limits = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                Objects.requireNonNull(context.getBeanFactory()), ConcurrencyLimit.class, true, false);
        return new ConditionOutcome(limits.length > 0, "beans that are limits: " + String.join(", ", limits));
    }
}
