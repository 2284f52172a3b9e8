/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.NoWebServer;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * Factory methods of the executors and of the scheduler, called by name. The kind of thread is decided when they are created.
 * Boot's builders create them, so that {@code spring.task.*} and the user's customizers and decorators count.
 */
final class ExecutorFactory {

    private ExecutorFactory() {}

    static AsyncTaskExecutor executor(
            String name,
            ThreadPlan plan,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> virtualBuilders,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> platformBuilders,
            ObjectProvider<NoWebServer> noWebServer) {
        ExecutorPlan executor = plan.executor(name);
        return executor.decision().virtual()
                ? virtual(
                        executor,
                        virtualBuilders.getIfAvailable(SimpleAsyncTaskExecutorBuilder::new),
                        noWebServer.getIfAvailable() != null)
                : platform(executor, platformBuilders.getIfAvailable(ThreadPoolTaskExecutorBuilder::new));
    }

    private static BoundedVirtualExecutor virtual(
            ExecutorPlan plan, SimpleAsyncTaskExecutorBuilder boots, boolean keepAlive) {
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(plan.bound());
        executor.setKeepAlive(keepAlive);
        executor.setAwaitTermination(plan.settings().awaitTermination());
        SimpleAsyncTaskExecutorBuilder builder = boots;
        if (plan.threadNamePrefix() != null) {
            builder = builder.threadNamePrefix(plan.threadNamePrefix());
        }
        if (plan.named() || plan.bound().isLimited()) {
            builder = builder.concurrencyLimit(null);
        }
        return builder.virtualThreads(true).configure(executor);
    }

    private static ThreadPoolTaskExecutor platform(ExecutorPlan plan, ThreadPoolTaskExecutorBuilder boots) {
        Bound bound = plan.bound();
        ThreadPoolTaskExecutorBuilder builder = boots;
        if (plan.threadNamePrefix() != null) {
            builder = builder.threadNamePrefix(plan.threadNamePrefix());
        }
        if (plan.settings().awaitTermination() != null) {
            builder = builder.awaitTermination(true)
                    .awaitTerminationPeriod(plan.settings().awaitTermination());
        }
        if (bound.isLimited()) {
            builder = builder.corePoolSize(bound.maxConcurrency())
                    .maxPoolSize(bound.maxConcurrency())
                    .queueCapacity(PlatformTaskExecutor.queueCapacity(bound));
        }
        return builder.configure(new PlatformTaskExecutor(bound));
    }

    static TaskScheduler scheduler(
            ThreadPlan plan,
            SimpleAsyncTaskSchedulerBuilder virtualBuilder,
            ThreadPoolTaskSchedulerBuilder platformBuilder) {
        return plan.scheduling().virtual() ? virtualBuilder.virtualThreads(true).build() : platformBuilder.build();
    }
}
