/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.List;

import org.apache.coyote.ProtocolHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.report.ReportContributor;

/** Auto-configuration of sendfile for Spring MVC's static resources on an embedded Tomcat. */
@AutoConfiguration(after = ThreadsAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "tuned.threads.tomcat.sendfile.enabled", matchIfMissing = true)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, ProtocolHandler.class, ResourceHttpRequestHandler.class})
@EnableConfigurationProperties(SendfileProperties.class)
public final class ThreadsSendfileAutoConfiguration {

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
