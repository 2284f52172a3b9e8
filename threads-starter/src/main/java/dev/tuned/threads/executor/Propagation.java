/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.util.ClassUtils;

/**
 * What the tasks of an executor take over from their callers, where its library is on the class path.
 *
 * <p>Not a {@link TaskDecorator} bean: Boot would apply it to schedulers too, which have no caller, and an application that
 * injects its own decorator by type would find two.
 *
 * @param context whether Micrometer's context is
 * @param mdc whether the logging context of SLF4J is
 */
record Propagation(boolean context, boolean mdc) {

    static final Propagation NONE = new Propagation(false, false);

    Propagation {
        context = context && isPresent("io.micrometer.context.ContextSnapshotFactory");
        mdc = mdc && isPresent("org.slf4j.MDC");
    }

    /** Whether there is anything to take over. */
    boolean any() {
        return this.context || this.mdc;
    }

    /** The same without the context, if one of the application's decorators takes it over already. */
    Propagation beside(Stream<TaskDecorator> decorators) {
        boolean done = this.context && decorators.anyMatch(ContextPropagatingTaskDecorator.class::isInstance);
        return done ? new Propagation(false, this.mdc) : this;
    }

    /** Decorates a task so that whatever the given decorator puts around it runs with what was taken over. */
    Runnable decorate(@Nullable TaskDecorator decorator, Runnable task) {
        Runnable decorated = (decorator != null) ? decorator.decorate(task) : task;
        if (this.context) {
            decorated = Context.DECORATOR.decorate(decorated);
        }
        return this.mdc ? MdcTaskDecorator.INSTANCE.decorate(decorated) : decorated;
    }

    private static boolean isPresent(String className) {
        return ClassUtils.isPresent(className, Propagation.class.getClassLoader());
    }

    /** Loaded only where the library is. */
    private static final class Context {

        static final TaskDecorator DECORATOR = new ContextPropagatingTaskDecorator();
    }
}
