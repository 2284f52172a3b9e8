/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import dev.tuned.check.SpringBoot3;
import dev.tuned.threads.RequestLimits;
import dev.tuned.threads.executor.ExecutorRegistrar;
import dev.tuned.threads.executor.TasksPart;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsProperties;
import dev.tuned.threads.report.ReportContributor;
import dev.tuned.threads.report.ThreadsMeters;
import dev.tuned.threads.report.ThreadsReport;
import dev.tuned.threads.report.TunedThreadsEndpoint;

/**
 * Auto-configuration of the {@link ThreadPlan}, of the task executor and the scheduler, and of the report: the start-up line, the
 * meters, and the endpoint {@code tunedthreads} where it is exposed.
 */
@AutoConfiguration
@ConditionalOnMissingClass(SpringBoot3.ONLY_THERE)
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ThreadsProperties.class)
public final class ThreadsAutoConfiguration {

    /** Binds the properties itself, because it is needed before there are beans of configuration properties. */
    @Bean(ThreadPlan.BEAN)
    static ThreadPlan tunedThreadsPlan(Environment environment) {
        return ThreadPlan.of(environment, Runtime.version().feature());
    }

    @Bean
    static ExecutorRegistrar tunedThreadsExecutorRegistrar(ThreadPlan tunedThreadsPlan) {
        return new ExecutorRegistrar(tunedThreadsPlan);
    }

    @Bean
    ReportContributor tunedThreadsTasksContributor(
            ThreadPlan tunedThreadsPlan,
            ExecutorRegistrar tunedThreadsExecutorRegistrar,
            ConfigurableApplicationContext context) {
        return () -> List.of(
                new TasksPart(false, tunedThreadsPlan, tunedThreadsExecutorRegistrar, context),
                new TasksPart(true, tunedThreadsPlan, tunedThreadsExecutorRegistrar, context));
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
            return new ThreadsMeters(tunedThreadsReport);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    @ConditionalOnAvailableEndpoint(TunedThreadsEndpoint.class)
    static class EndpointConfiguration {

        @Bean
        TunedThreadsEndpoint tunedThreadsEndpoint(
                ThreadsReport tunedThreadsReport, ObjectProvider<RequestLimits> limits) {
            return new TunedThreadsEndpoint(tunedThreadsReport, limits);
        }
    }
}
