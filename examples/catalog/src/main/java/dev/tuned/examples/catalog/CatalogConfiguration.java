/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.couchbase.autoconfigure.ClusterEnvironmentBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerPortFileWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

/** What the service adds to Spring Boot's own set-up. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CatalogProperties.class)
class CatalogConfiguration {

    @Bean
    WebMvcConfigurer files(CatalogProperties properties) throws IOException {
        Path served = directory(properties.servedDir());
        String location = served.toUri().toString();
        if (properties.filesDir() == null) {
            Files.writeString(served.resolve("example.txt"), "A file to try the address with.\n");
        }
        return new WebMvcConfigurer() {
            @Override
            public void addResourceHandlers(ResourceHandlerRegistry registry) {
                registry.addResourceHandler("/files/**").addResourceLocations(location);
            }
        };
    }

    @Bean
    UploadStorage uploadStorage(CatalogProperties properties) {
        return new UploadStorage(directory(properties.dataDir().resolve("uploads")), properties.keepUploads());
    }

    @Bean
    @ConditionalOnProperty("catalog.port-file")
    WebServerPortFileWriter portFileWriter(CatalogProperties properties) {
        return new WebServerPortFileWriter(String.valueOf(properties.portFile()));
    }

    @Bean
    @ConditionalOnBooleanProperty("catalog.mdc")
    FilterRegistrationBean<MdcFilter> mdcFilter() {
        FilterRegistrationBean<MdcFilter> registration = new FilterRegistrationBean<>(new MdcFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /**
     * Couchbase's log of latencies watches for pauses of the JVM by threads that wake every millisecond. Of the 3.5 % of a core
     * that an idle service takes beside one that is measured, they are 2.6.
     */
    @Bean
    ClusterEnvironmentBuilderCustomizer withoutLatencyLog() {
        return environment -> environment.loggingMeterConfig(meter -> meter.enabled(false));
    }

    /** An actuator endpoint that finds nothing sends a status only. */
    @Bean
    FilterRegistrationBean<EmptyErrorFilter> emptyErrorFilter() {
        FilterRegistrationBean<EmptyErrorFilter> registration = new FilterRegistrationBean<>(new EmptyErrorFilter());
        registration.addUrlPatterns("/actuator/*");
        return registration;
    }

    /** What is stored is what was sent, or nothing: no number from a string, no string from a number. */
    @Bean
    JsonMapperBuilderCustomizer strictTypes() {
        return builder -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(
                        LogicalType.Textual,
                        config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }

    /** Requests that Tomcat refuses before any servlet runs get a problem detail too. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemValve() {
        return factory -> factory.addContextCustomizers(
                context -> ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemValve.class.getName()));
    }

    private static Path directory(Path path) {
        try {
            return Files.createDirectories(path.toAbsolutePath().normalize());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot create '" + path + "': set catalog.data-dir or catalog.files-dir to a writable directory",
                    e);
        }
    }
}
