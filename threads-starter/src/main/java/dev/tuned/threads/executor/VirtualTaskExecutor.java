/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.springframework.core.task.TaskDecorator;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;

/** Executor on virtual threads whose tasks take over what they should from their callers, whatever else decorates them. */
final class VirtualTaskExecutor extends BoundedVirtualExecutor {

    private final Propagation propagation;

    VirtualTaskExecutor(Bound bound, Propagation propagation) {
        super(bound);
        this.propagation = propagation;
        if (propagation.any()) {
            super.setTaskDecorator(task -> propagation.decorate(null, task));
        }
    }

    @Override
    public void setTaskDecorator(TaskDecorator decorator) {
        super.setTaskDecorator(task -> this.propagation.decorate(decorator, task));
    }
}
