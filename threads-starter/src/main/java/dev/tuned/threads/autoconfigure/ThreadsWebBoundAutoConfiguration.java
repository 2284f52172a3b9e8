/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.catalina.Valve;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

import dev.tuned.threads.limit.AdaptiveLimit;
import dev.tuned.threads.limit.ConcurrencyGate;
import dev.tuned.threads.limit.ConcurrencyLimit;
import dev.tuned.threads.limit.ConcurrencyLimitValve;
import dev.tuned.threads.limit.ExemptPaths;
import dev.tuned.threads.limit.FixedConcurrencyLimit;
import dev.tuned.threads.limit.InFlightRequests;

/**
 * Auto-configuration of what watches over requests on Tomcat: the report of those that a shutdown gives up, and the bound,
 * where one is asked for or the application has a {@link ConcurrencyLimit} of its own.
 */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
@ConditionalOnBean(ThreadPlan.class)
@ConditionalOnWebApplication
public final class ThreadsWebBoundAutoConfiguration {

    @Bean
    InFlightRequests inFlightRequests() {
        return new InFlightRequests();
    }

    @Bean
    EngineValve inFlightRequestsCustomizer(InFlightRequests valve) {
        return new EngineValve(valve, TomcatThreadsCustomizer.ORDER);
    }

    @Bean
    ShutdownReport shutdownReport(InFlightRequests inFlight, Environment environment) {
        return new ShutdownReport(inFlight::list, OnGracefulShutdown.isGraceful(environment));
    }

    @Bean
    @ConditionalOnMissingBean(ConcurrencyLimit.class)
    @Conditional(OnFixedWebBound.class)
    FixedConcurrencyLimit webConcurrencyLimit(ThreadsProperties properties) {
        return new FixedConcurrencyLimit(properties.web().maxConcurrency());
    }

    @Bean
    @ConditionalOnMissingBean(ConcurrencyLimit.class)
    @Conditional(OnAdaptiveWebBound.class)
    AdaptiveLimit adaptiveWebConcurrencyLimit(ThreadsProperties properties) {
        return AdaptiveLimit.upTo(properties.web().maxConcurrency());
    }

    @Bean
    @ConditionalOnBean(ConcurrencyLimit.class)
    @ConditionalOnMissingBean
    ConcurrencyGate webConcurrencyGate(ConcurrencyLimit limit, ThreadsProperties properties) {
        return new ConcurrencyGate(limit, properties.web().maxWait());
    }

    @Bean
    @ConditionalOnBean(ConcurrencyGate.class)
    @ConditionalOnMissingBean
    ConcurrencyLimitValve webConcurrencyLimitValve(
            ConcurrencyGate gate, ThreadsProperties properties, Environment environment) {
        WebProperties web = properties.web();
        ExemptPaths exempt = new ExemptPaths(new HealthPaths(environment).follow(web.exemptPaths()));
        return new ConcurrencyLimitValve(gate, exempt, web.rejectStatus(), web.retryAfter());
    }

    @Bean
    @ConditionalOnBean(ConcurrencyLimitValve.class)
    EngineValve webBoundCustomizer(ConcurrencyLimitValve valve) {
        return new EngineValve(valve, TomcatThreadsCustomizer.ORDER + 1);
    }

    @Bean
    @ConditionalOnBean(ConcurrencyLimitValve.class)
    @Conditional(OnGracefulShutdown.class)
    WebBoundDrain webBoundDrain(ConcurrencyLimitValve valve) {
        return new WebBoundDrain(valve);
    }
}
