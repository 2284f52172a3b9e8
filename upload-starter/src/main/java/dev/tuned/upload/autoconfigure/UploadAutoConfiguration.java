/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.TunedMultipartResolver;
import dev.tuned.upload.UploadEngine;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadSettings;

/**
 * Auto-configuration of the upload starter: takes the place of Spring Boot's own multipart auto-configuration, bean by
 * bean, unless the application defines the bean itself.
 */
@AutoConfiguration(before = MultipartAutoConfiguration.class)
@ConditionalOnClass({
    Servlet.class,
    MultipartConfigElement.class,
    StandardServletMultipartResolver.class,
    MultipartAutoConfiguration.class
})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "tuned.upload.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "spring.servlet.multipart.enabled", matchIfMissing = true)
@EnableConfigurationProperties({UploadProperties.class, MultipartProperties.class})
public final class UploadAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MultipartConfigElement multipartConfigElement(
            UploadProperties properties, MultipartProperties multipart, Environment environment) {
        return new MultipartConfigElementFactory(properties, multipart, new ExplicitSettings(environment)).create();
    }

    @Bean
    @ConditionalOnMissingBean(MultipartResolver.class)
    TunedMultipartResolver multipartResolver(MultipartProperties multipart, UploadEngine engine) {
        TunedMultipartResolver resolver = new TunedMultipartResolver(engine);
        resolver.setResolveLazily(multipart.isResolveLazily());
        resolver.setStrictServletCompliance(multipart.isStrictServletCompliance());
        return resolver;
    }

    @Bean
    @ConditionalOnMissingBean
    UploadEngine uploadEngine(
            UploadProperties properties,
            MultipartConfigElement config,
            ObjectProvider<UploadListener> listeners,
            Environment environment) {
        UploadSettings settings =
                new UploadSettingsFactory(properties, new ExplicitSettings(environment)).create(config);
        return new UploadEngine(
                settings, config, UploadListeners.of(listeners.orderedStream().toList()));
    }

    @Bean
    UploadStartupReport uploadStartupReport(
            ObjectProvider<MultipartConfigElement> multipartConfig,
            ObjectProvider<MultipartResolver> resolver,
            UploadEngine engine,
            Environment environment) {
        return new UploadStartupReport(multipartConfig, resolver, engine, new ExplicitSettings(environment));
    }
}
