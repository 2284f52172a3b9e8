/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import dev.tuned.threads.resources.FirstSegmentHandlerMapping;
import dev.tuned.threads.resources.ResourcesFirstHandlerMapping;

/**
 * Auto-configuration that gets requests for static resources past the controllers. After all others: Spring Boot takes nobody's
 * registrations where there are two.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "tuned.threads.tomcat.sendfile.enabled", matchIfMissing = true)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({WebMvcRegistrations.class, RequestMappingHandlerMapping.class})
public final class ThreadsResourcesAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ResourcesFirstHandlerMapping resourcesFirstHandlerMapping(
            @Qualifier("resourceHandlerMapping") ObjectProvider<HandlerMapping> resources,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<HandlerMapping> controllers,
            ObjectProvider<HandlerMapping> all) {
        return new ResourcesFirstHandlerMapping(
                resources::getIfAvailable,
                controllers::getIfAvailable,
                () -> all.stream().toList());
    }

    @Bean
    @ConditionalOnMissingBean
    WebMvcRegistrations firstSegmentMappingRegistrations() {
        return new WebMvcRegistrations() {

            @Override
            public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
                return new FirstSegmentHandlerMapping();
            }
        };
    }
}
