/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.DispatcherType;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.aot.hint.annotation.RegisterReflection;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.mvc.DispatcherServletConfigs;
import dev.tuned.upload.mvc.UploadHandlers;
import dev.tuned.upload.storage.UploadStorage;
import dev.tuned.upload.web.UploadFilter;
import dev.tuned.upload.web.Uploads;

/**
 * Auto-configuration of the upload starter: reads the multipart requests of Spring MVC on Tomcat, unless the application resolves
 * them in a way of its own. Parameters have the names of beans: by those Spring finds them without a look at all beans.
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

    private final UploadProperties properties;

    private final UploadSettingsFactory settings;

    UploadAutoConfiguration(UploadProperties properties, Environment environment) {
        this.properties = properties;
        this.settings = new UploadSettingsFactory(properties, environment);
    }

    @Bean
    static ResolverReplacer tunedUploadResolverReplacer(ObjectProvider<MultipartProperties> properties) {
        return new ResolverReplacer(properties);
    }

    @Bean
    ConnectorLimits tunedUploadConnectorLimits() {
        return new ConnectorLimits(properties.getLinger());
    }

    @Bean(STORAGE)
    UploadStorage tunedUploadStorage() {
        return new UploadStorage(settings.memoryBudget(Runtime.getRuntime().maxMemory()));
    }

    @Bean
    Uploads tunedUploads(
            UploadStorage tunedUploadStorage,
            ConnectorLimits tunedUploadConnectorLimits,
            UploadHandlers tunedUploadHandlers,
            ObjectProvider<UploadListener> listeners) {
        return new Uploads(
                settings.settings(),
                tunedUploadStorage,
                new UploadListeners(listeners.orderedStream().toList()),
                tunedUploadConnectorLimits::current,
                tunedUploadHandlers);
    }

    @Bean
    FilterRegistrationBean<UploadFilter> tunedUploadFilter(Uploads tunedUploads) {
        FilterRegistrationBean<UploadFilter> filter =
                new FilterRegistrationBean<>(new UploadFilter(tunedUploads, new DispatcherServletConfigs()));
        filter.setOrder(FILTER_ORDER);
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        return filter;
    }

    @Bean
    UploadHandlers tunedUploadHandlers() {
        return new UploadHandlers();
    }

    @Bean
    @ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
    UploadProblemDetailAdvice tunedUploadProblemDetailAdvice() {
        return new UploadProblemDetailAdvice();
    }

    @Bean
    UploadStartupReport tunedUploadStartupReport(
            UploadStorage tunedUploadStorage, Uploads tunedUploads, MultipartProperties multipart) {
        return new UploadStartupReport(tunedUploadStorage, tunedUploads, multipart);
    }
}
