/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;

/** Auto-configuration of the executors and of the scheduler. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
public final class ThreadsExecutorAutoConfiguration {

    @Bean
    static ExecutorRegistrar tunedThreadsExecutorRegistrar(ThreadPlan tunedThreadsPlan) {
        return new ExecutorRegistrar(tunedThreadsPlan);
    }

    @Bean
    ExecutorsContributor tunedThreadsExecutorsContributor(
            ExecutorRegistrar tunedThreadsExecutorRegistrar,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        return new ExecutorsContributor(tunedThreadsExecutorRegistrar, beans, environment);
    }
}
