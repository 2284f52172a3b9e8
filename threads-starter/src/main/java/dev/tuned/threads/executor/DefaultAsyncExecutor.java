/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.Executor;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Keeps {@code @Async} methods that name no executor off the named ones. Spring has them run on the only {@code TaskExecutor}
 * bean, be it no candidate elsewhere; here they run where they would without it: on the bean {@code taskExecutor}, else each on
 * a thread of its own.
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
