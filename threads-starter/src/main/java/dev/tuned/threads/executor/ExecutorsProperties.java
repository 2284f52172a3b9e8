/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/**
 * Settings of what tasks take over from their callers, and of further executors. Immutable.
 *
 * @param propagateContext Whether tasks run with the context of their caller where Micrometer's context-propagation is on the class path.
 * @param propagateMdc Whether tasks run with the logging context (MDC) of their caller.
 * @param executors Settings of further executors, each a bean of that name.
 */
@ConfigurationProperties("tuned.threads")
public record ExecutorsProperties(
        @DefaultValue("false") boolean propagateContext,
        @DefaultValue("false") boolean propagateMdc,
        @DefaultValue Map<String, ExecutorProperties> executors) {

    /** @throws InvalidThreadsConfigurationException if an executor cannot be made from its settings */
    public ExecutorsProperties {
        executors.forEach((name, executor) -> executor.check(name));
    }
}
