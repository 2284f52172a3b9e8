/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Clock;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import dev.tuned.check.SpringBoot3;
import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.install.InstalledLogging;

/**
 * Auto-configuration of the logging starter. What it is about happens before there is a context, in
 * {@link TunedLogbackLoggingSystem}; here it is only reported.
 */
@AutoConfiguration
@ConditionalOnClass(LoggerContext.class)
@ConditionalOnMissingClass(SpringBoot3.ONLY_THERE)
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LoggingProperties.class)
public final class LoggingAutoConfiguration {

    /** Takes the properties for them to be checked, also where beans are lazy. */
    @Bean
    StartupLine tunedLoggingStartupLine(LoggingProperties properties) {
        return new StartupLine();
    }

    @Bean
    static FlushAtEnd tunedLoggingFlushAtEnd() {
        return new FlushAtEnd();
    }

    @Bean
    Resumption tunedLoggingResumption(Environment environment) {
        return new Resumption(environment);
    }

    /** Says what is active, and what costs more than it need: once, even where several applications share one logging. */
    static final class StartupLine implements ApplicationListener<ApplicationStartedEvent> {

        private static final Log log = LogFactory.getLog(StartupLine.class);

        @Override
        public void onApplicationEvent(ApplicationStartedEvent event) {
            InstalledLogging installed = InstalledLogging.active();
            if (installed == null) {
                log.info("tuned logging: not active, another logging system was chosen");
            } else if (installed.isFirstToReport()) {
                log.info(installed.current().describe());
                for (String warning : installed.current().warnings()) {
                    log.warn(warning);
                }
            }
        }
    }

    /**
     * Has everything that the application logged written when its context is closed, whichever and how many there are. Made before all
     * other beans, and so destroyed after them.
     */
    static final class FlushAtEnd implements BeanFactoryPostProcessor, DisposableBean {

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {}

        @Override
        public void destroy() {
            AsyncLogging.flush();
        }
    }

    /**
     * Goes on where a context is stopped and started again, as for a checkpoint: Boot cleans logging up at the stop, and does nothing at the start.
     */
    static final class Resumption implements SmartLifecycle {

        private final Environment environment;
        private volatile boolean stopped;

        Resumption(Environment environment) {
            this.environment = environment;
        }

        @Override
        public void start() {
            stopped = false;
            InstalledLogging installed = InstalledLogging.active();
            if (installed != null) {
                installed.resume(environment);
            }
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public boolean isRunning() {
            return !stopped;
        }
    }

    /** The meters of each appender, where Micrometer is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {

        @Bean
        AppenderMeterBinder tunedLoggingMeters() {
            return new AppenderMeterBinder(InstalledLogging::active);
        }
    }

    /** The health of logging; {@code management.health.tunedlogging.enabled}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "tunedLoggingHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("tunedlogging")
        AppenderHealthIndicator tunedLoggingHealthIndicator() {
            return new AppenderHealthIndicator(InstalledLogging::active, Clock.systemUTC());
        }
    }
}
