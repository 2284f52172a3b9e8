/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import dev.tuned.threads.plan.TargetContributor;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;

/** Auto-configuration of the executors and of the scheduler. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
public final class ThreadsExecutorAutoConfiguration {

    @Bean
    static ExecutorRegistrar tunedThreadsExecutorRegistrar(ThreadPlan plan) {
        return new ExecutorRegistrar(plan);
    }

    @Bean
    @Order(20)
    TargetContributor tunedThreadsAsyncContributor(ThreadPlan plan, ExecutorRegistrar tasks, Environment environment) {
        return new TargetContributor(plan.async(), environment, () -> tasks.notAppliedReason(ExecutorPlan.EXECUTOR));
    }

    @Bean
    @Order(25)
    ExecutorsContributor tunedThreadsExecutorsContributor(
            ThreadPlan plan, ExecutorRegistrar tasks, ConfigurableListableBeanFactory beans, Environment environment) {
        return new ExecutorsContributor(plan, tasks, beans, environment);
    }

    @Bean
    @Order(30)
    TargetContributor tunedThreadsSchedulingContributor(
            ThreadPlan plan, ExecutorRegistrar tasks, BeanFactory beans, Environment environment) {
        return new TargetContributor(plan.scheduling(), environment, () -> {
            boolean enabled = beans.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME);
            return enabled ? tasks.notAppliedReason(ExecutorRegistrar.SCHEDULER) : "not enabled";
        });
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        @Bean
        ExecutorMeters tunedThreadsExecutorMeters(ExecutorsContributor executors) {
            return new ExecutorMeters(executors);
        }
    }
}
