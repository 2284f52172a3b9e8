/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
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
            SimpleAsyncTaskExecutorBuilder builder, ObjectProvider<NoWebServer> noWebServer) {
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(Bound.NONE);
        executor.setKeepAlive(noWebServer.getIfAvailable() != null);
        return builder.virtualThreads(true).configure(executor);
    }

    static ThreadPoolTaskExecutor platformExecutor(ThreadPoolTaskExecutorBuilder builder) {
        return builder.build();
    }

    static SimpleAsyncTaskScheduler virtualScheduler(SimpleAsyncTaskSchedulerBuilder builder) {
        return builder.virtualThreads(true).build();
    }

    static ThreadPoolTaskScheduler platformScheduler(ThreadPoolTaskSchedulerBuilder builder) {
        return builder.build();
    }
}
