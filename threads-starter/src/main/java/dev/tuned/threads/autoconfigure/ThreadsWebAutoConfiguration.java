/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.apache.catalina.Valve;
import org.apache.coyote.ProtocolHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

import dev.tuned.check.SpringBoot3;
import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.report.ReportContributor;
import dev.tuned.threads.sendfile.Sendfile;
import dev.tuned.threads.sendfile.SendfilePart;
import dev.tuned.threads.sendfile.SendfilePostProcessor;
import dev.tuned.threads.sendfile.SendfileProperties;
import dev.tuned.threads.tomcat.TomcatThreads;
import dev.tuned.threads.web.ConnectionPoolLimit;
import dev.tuned.threads.web.ConnectionPools;
import dev.tuned.threads.web.HealthPaths;
import dev.tuned.threads.web.PathPatterns;
import dev.tuned.threads.web.RequestLimitDrain;
import dev.tuned.threads.web.RequestLimitPart;
import dev.tuned.threads.web.RequestLimitValve;
import dev.tuned.threads.web.RequestLimiters;
import dev.tuned.threads.web.WebProperties;

/** Auto-configuration of Tomcat's threads, of the concurrency limits of requests, and of sendfile. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnMissingClass(SpringBoot3.ONLY_THERE)
@ConditionalOnBean(name = ThreadPlan.BEAN)
@EnableConfigurationProperties(WebProperties.class)
public final class ThreadsWebAutoConfiguration {

    @Bean
    ReportContributor tunedThreadsLimitContributor(
            ThreadPlan tunedThreadsPlan, WebProperties properties, ConfigurableApplicationContext context) {
        return () -> List.of(new RequestLimitPart(tunedThreadsPlan, properties, context));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
    static class TomcatConfiguration {

        @Bean
        TomcatThreads tunedThreadsTomcatThreads(
                ThreadPlan tunedThreadsPlan, Environment environment, ObjectProvider<ConnectionPools> pools) {
            return new TomcatThreads(
                    tunedThreadsPlan, environment, () -> ConnectionPoolLimit.advice(pools.getIfAvailable()));
        }

        @Bean
        ReportContributor tunedThreadsTomcatContributor(TomcatThreads tunedThreadsTomcatThreads) {
            return () -> List.of(tunedThreadsTomcatThreads);
        }

        @Bean
        @ConditionalOnProperty(name = "tuned.threads.web.limit", havingValue = "pool")
        @ConditionalOnMissingBean(RequestLimit.class)
        ConnectionPoolLimit tunedThreadsPoolLimit(WebProperties properties, ObjectProvider<ConnectionPools> pools) {
            pools.ifAvailable(ConnectionPools::createProviders);
            return new ConnectionPoolLimit(pools.getIfAvailable(), properties.getMaxConcurrency());
        }

        @Bean
        RequestLimiters tunedThreadsLimiters(ObjectProvider<RequestLimit> limit, WebProperties properties) {
            return new RequestLimiters(limit.getIfAvailable(), properties);
        }

        @Bean
        RequestLimitValve tunedThreadsLimitValve(
                RequestLimiters tunedThreadsLimiters, WebProperties properties, ObjectProvider<HealthPaths> health) {
            // At the first request, as for the mappings of Spring MVC: no bean is created sooner than Boot creates it.
            Supplier<PathPatterns> exempt = SingletonSupplier.of(() -> exempt(properties, health));
            return new RequestLimitValve(tunedThreadsLimiters, exempt, properties);
        }

        private static PathPatterns exempt(WebProperties properties, ObjectProvider<HealthPaths> health) {
            List<String> exempt = new ArrayList<>(properties.getExemptPaths());
            health.ifAvailable(paths -> exempt.addAll(paths.patterns()));
            return new PathPatterns(exempt);
        }

        @Bean
        @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
        RequestLimitDrain tunedThreadsLimitDrain(RequestLimitValve tunedThreadsLimitValve) {
            return new RequestLimitDrain(tunedThreadsLimitValve);
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(DataSourcePoolMetadataProvider.class)
        static class ConnectionPoolsConfiguration {

            @Bean
            static ConnectionPools tunedThreadsConnectionPools(ConfigurableListableBeanFactory beans) {
                return new ConnectionPools(beans);
            }
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass({HealthEndpointGroups.class, ManagementPortType.class})
        static class HealthConfiguration {

            @Bean
            HealthPaths tunedThreadsHealthPaths(ApplicationContext context) {
                return new HealthPaths(context);
            }
        }
    }

    /** Sendfile for Spring MVC's static resources. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "tuned.threads.tomcat.sendfile.enabled", matchIfMissing = true)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({
        ConfigurableTomcatWebServerFactory.class,
        ProtocolHandler.class,
        ResourceHttpRequestHandler.class
    })
    @EnableConfigurationProperties(SendfileProperties.class)
    static class SendfileConfiguration {

        @Bean
        static SendfilePostProcessor tunedThreadsSendfilePostProcessor(ObjectProvider<Sendfile> tunedThreadsSendfile) {
            return new SendfilePostProcessor(tunedThreadsSendfile);
        }

        @Bean
        Sendfile tunedThreadsSendfile(SendfileProperties properties) {
            return new Sendfile(properties);
        }

        @Bean
        ReportContributor tunedThreadsSendfileContributor(
                SendfileProperties properties, ApplicationContext context, Sendfile tunedThreadsSendfile) {
            return () -> List.of(new SendfilePart(properties, context, tunedThreadsSendfile.counts()));
        }
    }
}
