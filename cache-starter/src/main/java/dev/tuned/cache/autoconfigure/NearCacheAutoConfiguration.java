/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.transaction.support.TransactionSynchronization;

import dev.tuned.cache.near.NearSettings;
import dev.tuned.check.SpringBoot3;

/** Auto-configuration of the cache starter. Unless a cache is named, it adds one line to the log and changes nothing. */
@AutoConfiguration
@ConditionalOnClass({CacheManager.class, TransactionSynchronization.class})
@ConditionalOnMissingClass(SpringBoot3.ONLY_THERE)
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
public final class NearCacheAutoConfiguration {

    @Bean
    static StartupReport tunedCacheStartupReport(
            ConfigurableListableBeanFactory beans, ObjectProvider<NearManagers> near) {
        return new StartupReport(beans, near.getIfAvailable());
    }

    /** Where {@code tuned.cache.near} names a cache. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OnNames.class)
    static class NearCaches {

        /** A child context shares those of its parent. */
        @Bean
        @ConditionalOnMissingBean(search = SearchStrategy.ALL)
        NearManagers tunedCacheNearManagers(Environment environment, ConfigurableListableBeanFactory beans) {
            NearSettings settings = Binder.get(environment).bindOrCreate("tuned.cache", NearSettings.class);
            return new NearManagers(settings.check(), beans);
        }

        @Bean
        static NearManagers.PostProcessor tunedCacheNearManagersPostProcessor(ObjectProvider<NearManagers> near) {
            return new NearManagers.PostProcessor(near);
        }
    }

    /** Whether {@code tuned.cache.near} names a cache. */
    static final class OnNames implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return Binder.get(context.getEnvironment())
                    .bind("tuned.cache.near", Bindable.listOf(String.class))
                    .map(names -> !names.isEmpty())
                    .orElse(false);
        }
    }
}
