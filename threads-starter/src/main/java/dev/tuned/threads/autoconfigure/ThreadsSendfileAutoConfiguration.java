/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.coyote.ProtocolHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

import dev.tuned.threads.sendfile.Sendfile;
import dev.tuned.threads.sendfile.SendfileSettings;
import dev.tuned.threads.sendfile.Transfers;

/** Auto-configuration of sendfile for Spring MVC's static resources on an embedded Tomcat. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "tuned.threads.tomcat.sendfile.enabled", matchIfMissing = true)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, ProtocolHandler.class, ResourceHttpRequestHandler.class})
@EnableConfigurationProperties(ThreadsProperties.class)
public final class ThreadsSendfileAutoConfiguration {

    @Bean
    static SendfilePostProcessor sendfilePostProcessor(ObjectProvider<Sendfile> sendfile) {
        return new SendfilePostProcessor(sendfile);
    }

    @Bean
    SendfileConnectors sendfileConnectors() {
        return new SendfileConnectors();
    }

    @Bean
    @ConditionalOnMissingBean
    Sendfile sendfile(ThreadsProperties properties, SendfileConnectors connectors) {
        TomcatProperties.Sendfile sendfile = properties.tomcat().sendfile();
        DataSize maxSize = sendfile.maxSize();
        return new Sendfile(
                new SendfileSettings(
                        sendfile.minSize().toBytes(),
                        (maxSize != null) ? maxSize.toBytes() : Long.MAX_VALUE,
                        sendfile.skipCompressible()),
                connectors);
    }

    @Bean
    @ConditionalOnMissingBean
    Transfers sendfileTransfers(SendfileConnectors connectors) {
        return new Transfers(connectors);
    }

    /** Named for the line in which Spring says what it did not wait for. */
    @Bean
    @Conditional(OnGracefulShutdown.class)
    SendfileShutdown filesBeingSent(Transfers transfers) {
        return new SendfileShutdown(transfers);
    }

    @Bean
    @Order(50)
    SendfilePart sendfilePart(
            ThreadsProperties properties, SendfileConnectors connectors, Sendfile sendfile, Transfers transfers) {
        return new SendfilePart(properties.tomcat().sendfile(), connectors, sendfile.counts(), transfers);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        SendfileMetrics sendfileMetrics(Sendfile sendfile, Transfers transfers) {
            return new SendfileMetrics(sendfile.counts(), transfers);
        }
    }
}
