/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;
import dev.tuned.threads.plan.NoWebServer;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * Factory methods of the executors and schedulers, called by name. Boot's builders make them, so that
 * {@code spring.task.*} and the user's customizers and decorators hold.
 */
final class ExecutorFactory {

    private ExecutorFactory() {}

    static BoundedVirtualExecutor virtualExecutor(
            String name,
            ExecutorRegistrar tasks,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> builders,
            ObjectProvider<NoWebServer> noWebServer) {
        ExecutorPlan plan = tasks.executor(name);
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(plan.bound());
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
            String name, ExecutorRegistrar tasks, ObjectProvider<ThreadPoolTaskExecutorBuilder> builders) {
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
        return builder.configure(new PlatformTaskExecutor(bound));
    }

    /** For definitions that are made ahead of time: decides when the application runs. */
    static AsyncTaskExecutor someExecutor(
            String name,
            ExecutorRegistrar tasks,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> virtualBuilders,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> platformBuilders,
            ObjectProvider<NoWebServer> noWebServer) {
        return tasks.executor(name).decision().virtual()
                ? virtualExecutor(name, tasks, virtualBuilders, noWebServer)
                : platformExecutor(name, tasks, platformBuilders);
    }

    /** For definitions that are made ahead of time: decides when the application runs. */
    static TaskScheduler someScheduler(
            ThreadPlan plan,
            SimpleAsyncTaskSchedulerBuilder virtualBuilder,
            ThreadPoolTaskSchedulerBuilder platformBuilder) {
        return plan.scheduling().virtual() ? virtualScheduler(virtualBuilder) : platformScheduler(platformBuilder);
    }

    static SimpleAsyncTaskScheduler virtualScheduler(SimpleAsyncTaskSchedulerBuilder builder) {
        return builder.virtualThreads(true).build();
    }

    static ThreadPoolTaskScheduler platformScheduler(ThreadPoolTaskSchedulerBuilder builder) {
        return builder.build();
    }
}
