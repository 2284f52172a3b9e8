/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/**
 * Settings of further executors. Immutable.
 *
 * @param executors Settings of further executors, each a bean of that name.
 */
@ConfigurationProperties("tuned.threads")
public record ExecutorsProperties(@DefaultValue Map<String, ExecutorProperties> executors) {

    /** @throws InvalidThreadsConfigurationException if an executor cannot be made from its settings */
    public ExecutorsProperties {
        executors.forEach((name, executor) -> executor.check(name));
    }
}
