/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.report.ReportContributor;
import dev.tuned.threads.report.TargetPart;

/** Auto-configuration of the executors and of the scheduler. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
public final class ThreadsExecutorAutoConfiguration {

    @Bean
    static ExecutorRegistrar tunedThreadsExecutorRegistrar(ThreadPlan tunedThreadsPlan) {
        return new ExecutorRegistrar(tunedThreadsPlan);
    }

    @Bean
    ReportContributor tunedThreadsExecutorsContributor(
            ExecutorRegistrar tunedThreadsExecutorRegistrar,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        ExecutorRegistrar tasks = tunedThreadsExecutorRegistrar;
        return () -> List.of(
                new TargetPart(tasks.plan().async(), environment, tasks.notAppliedReason(ExecutorPlan.BOOTS)),
                new ExecutorsPart(tasks, beans, environment),
                new TargetPart(
                        tasks.plan().scheduling(),
                        environment,
                        beans.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)
                                ? tasks.notAppliedReason(ExecutorRegistrar.SCHEDULER)
                                : "not enabled"));
    }
}
