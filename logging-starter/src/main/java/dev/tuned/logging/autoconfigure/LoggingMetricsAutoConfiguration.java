/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

import dev.tuned.logging.install.InstalledLogging;

/** Auto-configuration of the meters of each appender, where Micrometer is. */
@AutoConfiguration(after = LoggingAutoConfiguration.class)
@ConditionalOnClass({LoggerContext.class, MeterBinder.class})
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
public final class LoggingMetricsAutoConfiguration {

    @Bean
    AppenderMeterBinder tunedLoggingMeters() {
        return new AppenderMeterBinder(InstalledLogging::active);
    }
}
