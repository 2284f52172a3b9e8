/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.threads.RequestLimits;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;

/** Auto-configuration of the start-up line, the meters, and the endpoint {@code tunedthreads} where it is exposed. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
public final class ThreadsReportAutoConfiguration {

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
