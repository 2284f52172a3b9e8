/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/**
 * Takes controller methods that block off the event loop where tasks run on virtual threads, as Boot does by its flag alone.
 * First of all configurers, so that the application's own win.
 *
 * @param beans where the application's executor is
 */
record BlockingCalls(ThreadPlan plan, BeanFactory beans) implements WebFluxConfigurer, Ordered {

    @Override
    public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
        String name = TaskThreadsPostProcessor.EXECUTOR;
        if (this.plan.async().virtual()
                && this.beans.containsBean(name)
                && this.beans.getBean(name) instanceof AsyncTaskExecutor executor) {
            configurer.setExecutor(executor);
        }
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
