/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.catalina.Valve;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.servlet.HandlerExceptionResolver;

import dev.tuned.threads.ConcurrencyLimit;
import dev.tuned.threads.adaptive.AdaptiveLimit;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;

/**
 * Auto-configuration of the concurrency limits of requests on Tomcat: where one is set, or the application has a
 * {@link ConcurrencyLimit} of its own.
 */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBean(name = ThreadPlan.BEAN)
@EnableConfigurationProperties(WebProperties.class)
public final class ThreadsWebAutoConfiguration {

    private static final String LIMITERS = "tunedThreadsLimiters";

    @Bean
    ConcurrencyLimitContributor tunedThreadsLimitContributor(
            ThreadPlan tunedThreadsPlan, WebProperties properties, ConfigurableApplicationContext context) {
        return new ConcurrencyLimitContributor(tunedThreadsPlan, properties, context);
    }

    private static Rejection rejection(WebProperties properties) {
        return new Rejection(properties.getRejectStatus(), properties.getRetryAfter());
    }

    /** Limits that adapt: one bean method each, so that conditions see its type. */
    @Configuration(proxyBeanMethods = false)
    @Order(1)
    @ConditionalOnProperty("tuned.threads.web.limit")
    @ConditionalOnWebApplication
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
    static class LimitConfiguration {

        @Bean
        @ConditionalOnMissingBean(ConcurrencyLimit.class)
        @ConditionalOnProperty(name = "tuned.threads.web.limit", havingValue = "adaptive")
        AdaptiveLimit tunedThreadsAdaptiveLimit(WebProperties properties) {
            return AdaptiveLimit.upTo(properties.getMaxConcurrency(), properties.getMaxWait());
        }

        @Bean
        @ConditionalOnMissingBean(ConcurrencyLimit.class)
        @ConditionalOnProperty(name = "tuned.threads.web.limit", havingValue = "pool")
        PoolLimit tunedThreadsPoolLimit(WebProperties properties, ConfigurableListableBeanFactory beans) {
            return new PoolLimit(ConnectionPools.of(beans), properties.getMaxConcurrency());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Order(2)
    @ConditionalOnWebApplication
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
    @Conditional(OnAnyLimit.class)
    static class ValveConfiguration {

        @Bean(LIMITERS)
        Limiters tunedThreadsLimiters(ObjectProvider<ConcurrencyLimit> limit, WebProperties properties) {
            return Limiters.of(limit.getIfAvailable(), properties);
        }

        @Bean
        ConcurrencyLimitValve tunedThreadsLimitValve(
                Limiters tunedThreadsLimiters, WebProperties properties, Environment environment) {
            PathPatterns exempt = new PathPatterns(new HealthPaths(environment).follow(properties.getExemptPaths()));
            return new ConcurrencyLimitValve(tunedThreadsLimiters, exempt, rejection(properties));
        }

        @Bean
        EngineValve tunedThreadsLimitCustomizer(ConcurrencyLimitValve tunedThreadsLimitValve) {
            return new EngineValve(tunedThreadsLimitValve);
        }

        @Bean
        @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
        ConcurrencyLimitDrain tunedThreadsLimitDrain(ConcurrencyLimitValve tunedThreadsLimitValve) {
            return new ConcurrencyLimitDrain(tunedThreadsLimitValve);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Order(3)
    @ConditionalOnBean(name = LIMITERS)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        @Bean
        ConcurrencyLimitMetrics tunedThreadsLimitMeters(Limiters tunedThreadsLimiters) {
            return new ConcurrencyLimitMetrics(tunedThreadsLimiters);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({HandlerExceptionResolver.class, InvocationRejectedException.class})
    static class MvcConfiguration {

        @Bean
        RejectedInvocationResolver tunedThreadsRejectedInvocationResolver(WebProperties properties) {
            return new RejectedInvocationResolver(rejection(properties));
        }
    }

    static final class OnAnyLimit extends AnyNestedCondition {

        OnAnyLimit() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(ConcurrencyLimit.class)
        static class Present {}

        @Conditional(OnConfiguredLimit.class)
        static class Configured {}
    }
}
