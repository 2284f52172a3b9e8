/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.catalina.Valve;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

import dev.tuned.threads.limit.ConcurrencyGate;
import dev.tuned.threads.limit.ConcurrencyLimit;
import dev.tuned.threads.limit.ConcurrencyLimitValve;
import dev.tuned.threads.limit.ExemptPaths;
import dev.tuned.threads.limit.FixedConcurrencyLimit;

/**
 * Auto-configuration of the bound on requests: where one is asked for, or the application has a {@link ConcurrencyLimit} of
 * its own. Without one there is no valve.
 */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
@ConditionalOnBean(ThreadPlan.class)
public final class WebBoundAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(ConcurrencyLimit.class)
    @Conditional(OnFixedWebBound.class)
    FixedConcurrencyLimit webConcurrencyLimit(ThreadsProperties properties) {
        return new FixedConcurrencyLimit(properties.web().maxConcurrency());
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
    WebBoundCustomizer webBoundCustomizer(ConcurrencyLimitValve valve) {
        return new WebBoundCustomizer(valve);
    }
}
