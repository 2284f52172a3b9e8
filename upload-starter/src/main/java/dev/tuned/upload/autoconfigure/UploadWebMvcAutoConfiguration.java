/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.DispatcherType;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.DispatcherServlet;

import dev.tuned.upload.TunedMultipartResolver;
import dev.tuned.upload.UploadEngine;
import dev.tuned.upload.UploadFilter;

/**
 * Auto-configuration of what the upload starter adds to Spring MVC around the resolver: nothing where the application has
 * a resolver of its own.
 */
@AutoConfiguration(after = UploadAutoConfiguration.class)
@ConditionalOnClass({DispatcherServlet.class, DispatcherServletPath.class})
@ConditionalOnBean({UploadEngine.class, TunedMultipartResolver.class})
public final class UploadWebMvcAutoConfiguration {

    /** Right after the filter of the character encoding, and before Spring Security's. */
    static final int FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    @Bean
    @ConditionalOnMissingBean(parameterizedContainer = FilterRegistrationBean.class)
    FilterRegistrationBean<UploadFilter> uploadFilter(UploadEngine engine, ObjectProvider<DispatcherServletPath> path) {
        FilterRegistrationBean<UploadFilter> filter = new FilterRegistrationBean<>(new UploadFilter(engine));
        filter.setOrder(FILTER_ORDER);
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        // By path: a filter for a servlet by name comes after all others.
        DispatcherServletPath servlet = path.getIfUnique();
        filter.addUrlPatterns((servlet != null) ? servlet.getRelativePath("/*") : "/*");
        return filter;
    }

    @Bean
    UploadExceptionConfigurer uploadExceptionConfigurer() {
        return new UploadExceptionConfigurer();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, AbstractHttp11Protocol.class})
    static class TomcatConfiguration {

        @Bean
        UploadTomcatCustomizer uploadTomcatCustomizer(UploadProperties properties) {
            return new UploadTomcatCustomizer(properties.tomcat());
        }
    }
}
