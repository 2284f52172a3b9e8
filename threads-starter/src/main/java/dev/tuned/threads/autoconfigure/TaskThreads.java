/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;

/**
 * Factory methods of the executors and schedulers, called by name. Boot's builders make them, so that
 * {@code spring.task.*} and the user's customizers and decorators hold.
 */
final class TaskThreads {

    private TaskThreads() {}

    static BoundedVirtualExecutor virtualExecutor(
            String name,
            TaskThreadsPostProcessor tasks,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> builders,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<NoWebServer> noWebServer) {
        ExecutorPlan plan = tasks.executor(name);
        VirtualTaskExecutor executor =
                new VirtualTaskExecutor(plan.bound(), plan.propagation().beside(decorators.stream()));
        executor.setKeepAlive(noWebServer.getIfAvailable() != null);
        executor.setAwaitTermination(plan.awaitTermination());
        SimpleAsyncTaskExecutorBuilder builder = builders.getIfAvailable(SimpleAsyncTaskExecutorBuilder::new);
        if (plan.threadNamePrefix() != null) {
            builder = builder.threadNamePrefix(plan.threadNamePrefix());
        }
        if (plan.named() || plan.bound().isLimited()) {
            builder = builder.concurrencyLimit(null);
        }
        return builder.virtualThreads(true).configure(executor);
    }

    static ThreadPoolTaskExecutor platformExecutor(
            String name,
            TaskThreadsPostProcessor tasks,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> builders,
            ObjectProvider<TaskDecorator> decorators) {
        ExecutorPlan plan = tasks.executor(name);
        Bound bound = plan.bound();
        ThreadPoolTaskExecutorBuilder builder = builders.getIfAvailable(ThreadPoolTaskExecutorBuilder::new);
        if (plan.threadNamePrefix() != null) {
            builder = builder.threadNamePrefix(plan.threadNamePrefix());
        }
        if (plan.awaitTermination() != null) {
            builder = builder.awaitTermination(true).awaitTerminationPeriod(plan.awaitTermination());
        }
        if (bound.isLimited()) {
            builder = builder.corePoolSize(bound.maxConcurrency())
                    .maxPoolSize(bound.maxConcurrency())
                    .queueCapacity(PlatformTaskExecutor.queueCapacity(bound));
        }
        return builder.configure(
                new PlatformTaskExecutor(bound, plan.propagation().beside(decorators.stream())));
    }

    static SimpleAsyncTaskScheduler virtualScheduler(SimpleAsyncTaskSchedulerBuilder builder) {
        return builder.virtualThreads(true).build();
    }

    static ThreadPoolTaskScheduler platformScheduler(ThreadPoolTaskSchedulerBuilder builder) {
        return builder.build();
    }
}
