/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.Executor;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Keeps {@code @Async} methods without a name of an executor off the named executors. Spring runs such methods on the only {@code
 * TaskExecutor} bean, even if it is no default candidate. Here they run where they would without it: on the bean {@code
 * taskExecutor}, otherwise each on its own thread.
 */
final class DefaultAsyncExecutor implements AsyncConfigurer {

    private final BeanFactory beans;

    DefaultAsyncExecutor(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Executor getAsyncExecutor() {
        String name = ExecutorRegistrar.EXECUTOR_ALIAS;
        return (beans.containsBean(name) && beans.isTypeMatch(name, Executor.class))
                ? beans.getBean(name, Executor.class)
                : new SimpleAsyncTaskExecutor();
    }
}
