/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Clock;

import ch.qos.logback.classic.LoggerContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.tuned.logging.install.InstalledLogging;

/** Auto-configuration of the health of logging; {@code management.health.tunedlogging.enabled}. */
@AutoConfiguration(after = LoggingAutoConfiguration.class)
@ConditionalOnClass({LoggerContext.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
public final class LoggingHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "tunedLoggingHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("tunedlogging")
    AppenderHealthIndicator tunedLoggingHealthIndicator() {
        return new AppenderHealthIndicator(InstalledLogging::active, Clock.systemUTC());
    }
}
