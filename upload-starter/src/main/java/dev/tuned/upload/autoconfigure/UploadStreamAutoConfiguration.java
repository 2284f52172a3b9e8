/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import dev.tuned.upload.TunedMultipartResolver;
import dev.tuned.upload.UploadEngine;
import dev.tuned.upload.UploadHandlers;
import dev.tuned.upload.UploadStreamArgumentResolver;

/** Auto-configuration of the streaming tier for Spring MVC, and of what knows its handlers. */
@AutoConfiguration(after = UploadAutoConfiguration.class)
@ConditionalOnClass({DispatcherServlet.class, WebMvcConfigurer.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean({UploadEngine.class, TunedMultipartResolver.class})
public final class UploadStreamAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    UploadHandlers uploadHandlers(UploadEngine engine, ApplicationContext context) {
        return new UploadHandlers(engine, context);
    }

    @Bean
    UploadStreamConfigurer uploadStreamConfigurer() {
        return new UploadStreamConfigurer();
    }

    /** Adds the resolver of stream parameters. */
    static final class UploadStreamConfigurer implements WebMvcConfigurer {

        @Override
        public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
            resolvers.add(new UploadStreamArgumentResolver());
        }
    }
}
