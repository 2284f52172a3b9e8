/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.lang.reflect.Method;
import java.nio.file.Path;

import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import org.apache.catalina.connector.Request;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.mvc.UploadHandlers;
import dev.tuned.upload.storage.UploadStorage;
import dev.tuned.upload.tomcat.TomcatConnectors;
import dev.tuned.upload.tomcat.UploadContext;

/**
 * Auto-configuration of the upload starter: reads the multipart requests of Spring MVC on Tomcat, unless the application has its
 * own resolver. Parameters have the names of beans, by which Spring finds them without a look at all beans.
 */
@AutoConfiguration(after = {MultipartAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
@ConditionalOnClass({DispatcherServletAutoConfiguration.class, ConfigurableTomcatWebServerFactory.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "tuned.upload.enabled", matchIfMissing = true)
@Conditional(OnBootMultipartCondition.class)
@EnableConfigurationProperties(UploadProperties.class)
@RegisterReflection(classes = {UploadLimits.class, Request.class})
public final class UploadAutoConfiguration {

    private static final String CONFIG = "multipartConfigElement";

    @Bean
    static ResolverReplacer tunedUploadResolverReplacer(ObjectProvider<MultipartProperties> properties) {
        return new ResolverReplacer(properties);
    }

    @Bean
    static TomcatConnectors tunedUploadConnectors(ObjectProvider<UploadContext> uploads) {
        return new TomcatConnectors(SingletonSupplier.of(uploads::getObject));
    }

    @Bean
    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> tunedUploadTomcatCustomizer(
            TomcatConnectors tunedUploadConnectors) {
        return factory -> factory.addContextCustomizers(context -> context.addLifecycleListener(tunedUploadConnectors));
    }

    @Bean
    UploadStorage tunedUploadStorage(UploadProperties properties) {
        return new UploadStorage(properties.memoryBudget(Runtime.getRuntime().maxMemory()));
    }

    @Bean
    UploadContext tunedUploadContext(
            UploadProperties properties,
            Environment environment,
            UploadStorage tunedUploadStorage,
            UploadHandlers tunedUploadHandlers,
            ObjectProvider<UploadListener> listeners,
            ConfigurableBeanFactory beans) {
        return new UploadContext(
                properties.settings(environment),
                tunedUploadStorage,
                new UploadListeners(listeners.orderedStream().toList()),
                tunedUploadHandlers,
                isBoots(beans) ? beans.getBean(CONFIG, MultipartConfigElement.class) : null);
    }

    /** Whether the multipart configuration is of Spring Boot's own factory method, which an ahead-of-time build keeps, too. */
    private static boolean isBoots(ConfigurableBeanFactory beans) {
        Method factory = (beans.containsLocalBean(CONFIG)
                        && beans.getMergedBeanDefinition(CONFIG) instanceof RootBeanDefinition config)
                ? config.getResolvedFactoryMethod()
                : null;
        return factory != null && factory.getDeclaringClass() == MultipartAutoConfiguration.class;
    }

    @Bean
    UploadHandlers tunedUploadHandlers() {
        return new UploadHandlers();
    }

    @Bean
    UploadStartupReport tunedUploadStartupReport(
            UploadContext tunedUploadContext,
            TomcatConnectors tunedUploadConnectors,
            ObjectProvider<ServletContext> servlets) {
        return new UploadStartupReport(tunedUploadContext, tunedUploadConnectors, servlets);
    }

    /** Removes what killed processes left in fixed directories, before the first request. */
    @Bean
    SmartInitializingSingleton tunedUploadCleanUp(
            UploadStorage tunedUploadStorage, TomcatConnectors tunedUploadConnectors) {
        return () -> tunedUploadConnectors.configurations().stream()
                .map(config -> Path.of(config.getLocation()))
                .filter(Path::isAbsolute)
                .forEach(tunedUploadStorage::cleanUp);
    }

    /** The starter's meters, where Micrometer is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetersConfiguration {

        @Bean
        UploadMeters tunedUploadMeters(UploadStorage tunedUploadStorage) {
            return new UploadMeters(tunedUploadStorage);
        }
    }
}
