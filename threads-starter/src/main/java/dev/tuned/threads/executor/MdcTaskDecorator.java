/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.task.TaskDecorator;

/** Runs a task with the logging context of its caller, and leaves the thread with the one it had. */
final class MdcTaskDecorator implements TaskDecorator {

    static final MdcTaskDecorator INSTANCE = new MdcTaskDecorator();

    private MdcTaskDecorator() {}

    @Override
    public Runnable decorate(Runnable task) {
        Map<String, String> ofCaller = MDC.getCopyOfContextMap();
        return () -> {
            Map<String, String> ofThread = MDC.getCopyOfContextMap();
            set(ofCaller);
            try {
                task.run();
            } finally {
                set(ofThread);
            }
        };
    }

    private static void set(@Nullable Map<String, String> context) {
        if (context != null) {
            MDC.setContextMap(context);
        } else {
            MDC.clear();
        }
    }
}
