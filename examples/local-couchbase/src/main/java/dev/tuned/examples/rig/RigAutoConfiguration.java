/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import java.io.File;

import jakarta.servlet.ServletContext;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.couchbase.autoconfigure.ClusterEnvironmentBuilderCustomizer;
import org.springframework.boot.web.server.context.WebServerPortFileWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.io.FileSystemResource;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Configures the parts of a service that serve its measurement alone. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class RigAutoConfiguration {

    /** Writes the port to {@code catalog.port-file} once the server listens. */
    @Bean
    @ConditionalOnProperty("catalog.port-file")
    static WebServerPortFileWriter portFileWriter(@Value("${catalog.port-file}") String file) {
        return new WebServerPortFileWriter(file);
    }

    @Bean
    @ConditionalOnBooleanProperty("catalog.mdc")
    FilterRegistrationBean<RequestMdcFilter> requestMdcFilter() {
        FilterRegistrationBean<RequestMdcFilter> registration = new FilterRegistrationBean<>(new RequestMdcFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Serves the report of a measurement, {@code catalog.report}. */
    @Bean
    @ConditionalOnProperty("catalog.report")
    RouterFunction<ServerResponse> report(@Value("${catalog.report}") String file) {
        return RouterFunctions.route()
                .resource(RequestPredicates.path("/report"), new FileSystemResource(file))
                .build();
    }

    /** Tomcat's default directory for the parts of an upload. */
    @Bean
    TempFiles tempFiles(ServletContext context) {
        return new TempFiles(((File) context.getAttribute(ServletContext.TEMPDIR)).toPath());
    }

    /** Its threads wake every millisecond and are most of what an idle service costs. */
    @Bean
    ClusterEnvironmentBuilderCustomizer withoutLatencyLog() {
        return environment -> environment.loggingMeterConfig(meter -> meter.enabled(false));
    }
}
