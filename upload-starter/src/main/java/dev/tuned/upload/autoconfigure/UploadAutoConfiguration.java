/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import jakarta.servlet.DispatcherType;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.mvc.DispatcherServletConfigs;
import dev.tuned.upload.mvc.UploadHandlers;
import dev.tuned.upload.mvc.UploadStreamArgumentResolver;
import dev.tuned.upload.storage.UploadStorage;
import dev.tuned.upload.web.UploadFilter;
import dev.tuned.upload.web.Uploads;

/**
 * Auto-configuration of the upload starter: reads the multipart requests of Spring MVC on Tomcat, unless the application resolves
 * them in a way of its own.
 */
@AutoConfiguration(after = {MultipartAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
@ConditionalOnClass({
    DispatcherServlet.class,
    MultipartAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    ConfigurableTomcatWebServerFactory.class,
    AbstractHttp11Protocol.class
})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "tuned.upload.enabled", matchIfMissing = true)
@Conditional(OnBootMultipartCondition.class)
@EnableConfigurationProperties(UploadProperties.class)
@RegisterReflection(classes = UploadLimits.class)
public final class UploadAutoConfiguration {

    static final String STORAGE = "tunedUploadStorage";

    /** Right after the filter of the character encoding, and before Spring Security's. */
    static final int FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    @Bean
    static ResolverReplacer tunedUploadResolverReplacer(ObjectProvider<MultipartProperties> properties) {
        return new ResolverReplacer(properties);
    }

    @Bean
    ConnectorLimits tunedUploadConnectorLimits(UploadProperties properties) {
        return new ConnectorLimits(properties.linger());
    }

    @Bean(STORAGE)
    UploadStorage tunedUploadStorage(UploadProperties properties, Environment environment) {
        long budget = new UploadSettingsFactory(properties, environment)
                .memoryBudget(Runtime.getRuntime().maxMemory());
        return new UploadStorage(budget);
    }

    @Bean
    Uploads tunedUploads(
            UploadProperties properties,
            UploadStorage storage,
            ConnectorLimits limits,
            ObjectProvider<UploadListener> listeners,
            Environment environment) {
        return new Uploads(
                new UploadSettingsFactory(properties, environment).settings(),
                storage,
                new UploadListeners(listeners.orderedStream().toList()),
                limits);
    }

    @Bean
    FilterRegistrationBean<UploadFilter> tunedUploadFilter(Uploads uploads, ListableBeanFactory beans) {
        FilterRegistrationBean<UploadFilter> filter =
                new FilterRegistrationBean<>(new UploadFilter(uploads, new DispatcherServletConfigs(beans)));
        filter.setOrder(FILTER_ORDER);
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        return filter;
    }

    @Bean
    UploadHandlers tunedUploadHandlers(Uploads uploads, ApplicationContext context) {
        return new UploadHandlers(uploads, context);
    }

    @Bean
    UploadStreamConfigurer tunedUploadStreamConfigurer() {
        return new UploadStreamConfigurer();
    }

    @Bean
    @ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
    UploadProblemDetailAdvice tunedUploadProblemDetailAdvice() {
        return new UploadProblemDetailAdvice();
    }

    @Bean
    UploadStartupReport tunedUploadStartupReport(
            UploadStorage storage, Uploads uploads, MultipartProperties multipart) {
        return new UploadStartupReport(storage, uploads, multipart);
    }

    /** Adds the resolver of stream parameters. */
    static final class UploadStreamConfigurer implements WebMvcConfigurer {

        @Override
        public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
            resolvers.add(new UploadStreamArgumentResolver());
        }
    }
}
