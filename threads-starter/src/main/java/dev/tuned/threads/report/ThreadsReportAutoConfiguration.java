/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

import dev.tuned.threads.RequestLimits;

/** Auto-configuration of the actuator's view of the threads, where the endpoint {@code tunedthreads} is exposed. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(name = ThreadPlan.BEAN)
@ConditionalOnAvailableEndpoint(TunedThreadsEndpoint.class)
public final class ThreadsEndpointAutoConfiguration {

    @Bean
    TunedThreadsEndpoint tunedThreadsEndpoint(ThreadsReport tunedThreadsReport, ObjectProvider<RequestLimits> limits) {
        return new TunedThreadsEndpoint(tunedThreadsReport, limits);
    }
}
