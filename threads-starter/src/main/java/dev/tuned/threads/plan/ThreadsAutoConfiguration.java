/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the {@link ThreadPlan}, which the auto-configurations of the single targets apply, and of its report
 * at the start.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ThreadsProperties.class)
public final class ThreadsAutoConfiguration {

    /** Binds by itself: it is needed before there are beans of configuration properties. */
    @Bean(ThreadPlan.BEAN)
    static ThreadPlan tunedThreadsPlan(Environment environment) {
        return ThreadPlan.of(environment, Runtime.version().feature());
    }

    @Bean
    ThreadsReport tunedThreadsReport(ThreadPlan tunedThreadsPlan, ApplicationContext context) {
        return new ThreadsReport(tunedThreadsPlan, context);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetersConfiguration {

        @Bean
        ThreadsMeters tunedThreadsMeters(ThreadsReport tunedThreadsReport) {
            return new ThreadsMeters(tunedThreadsReport.parts());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnNotWebApplication
    static class NoWebServerConfiguration {

        @Bean
        NoWebServer tunedThreadsNoWebServer() {
            return new NoWebServer();
        }
    }
}
