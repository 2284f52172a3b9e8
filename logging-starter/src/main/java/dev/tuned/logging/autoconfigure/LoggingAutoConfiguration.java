/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of the logging starter. What it is about happens before there is a context, in
 * {@link TunedLogbackLoggingSystem}; here it is only told.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LoggingProperties.class)
public final class LoggingAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LoggerContext.class)
    static class Logback {

        @Bean
        LoggingStartupLine tunedLoggingStartupLine() {
            return new LoggingStartupLine(InForce.inLogback());
        }
    }
}
