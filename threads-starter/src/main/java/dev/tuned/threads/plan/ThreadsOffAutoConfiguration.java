/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.Map;

import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;

import dev.tuned.threads.RequestLimits;

/**
 * Auto-configuration of a starter that is switched off: the beans that an application may use are there and limit nothing, so
 * that its code runs as it is.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", havingValue = false)
public final class ThreadsOffAutoConfiguration {

    @Bean
    RequestLimits tunedThreadsNoLimits() {
        return new NoLimits();
    }

    @Bean
    static BeanDefinitionRegistryPostProcessor tunedThreadsNamedExecutors(Environment environment) {
        return registry -> ThreadsProperties.bind(environment).getExecutors().keySet().stream()
                .filter(name -> !registry.isBeanNameInUse(name))
                .forEach(name -> registry.registerBeanDefinition(name, definition(name)));
    }

    private static RootBeanDefinition definition(String name) {
        RootBeanDefinition definition = new RootBeanDefinition(ThreadsOffAutoConfiguration.class);
        definition.setFactoryMethodName("executor");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setDefaultCandidate(false);
        return definition;
    }

    /** Creates a named executor as Boot creates the application's. */
    static AsyncTaskExecutor executor(
            String name,
            Environment environment,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> virtual,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> platform) {
        String prefix = name + "-";
        return Threading.VIRTUAL.isActive(environment)
                ? virtual.getIfAvailable(SimpleAsyncTaskExecutorBuilder::new)
                        .virtualThreads(true)
                        .threadNamePrefix(prefix)
                        .build()
                : platform.getIfAvailable(ThreadPoolTaskExecutorBuilder::new)
                        .threadNamePrefix(prefix)
                        .build();
    }

    /** No limits, and none to change. */
    private static final class NoLimits implements RequestLimits {

        @Override
        public Map<String, Integer> current() {
            return Map.of();
        }

        @Override
        public void change(String route, int limit) {
            LogFactory.getLog(RequestLimits.class)
                    .info("tuned threads: limit of requests '%s' not changed to %d, because tuned.threads.enabled=false"
                            .formatted(route, limit));
        }
    }
}
