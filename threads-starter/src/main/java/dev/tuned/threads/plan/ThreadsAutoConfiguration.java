/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the {@link ThreadPlan}, which the auto-configurations of the single targets apply.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ThreadsProperties.class)
public final class ThreadsAutoConfiguration {

    /** Binds the properties itself, because it is needed before there are beans of configuration properties. */
    @Bean(ThreadPlan.BEAN)
    static ThreadPlan tunedThreadsPlan(Environment environment) {
        return ThreadPlan.of(environment, Runtime.version().feature());
    }

    @Bean
    @ConditionalOnNotWebApplication
    NoWebServer tunedThreadsNoWebServer() {
        return new NoWebServer();
    }
}
