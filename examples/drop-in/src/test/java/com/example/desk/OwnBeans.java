/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

@Configuration(proxyBeanMethods = false)
@Profile("own")
class OwnBeans {

    @Bean
    ThreadPoolTaskExecutor clerks() {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setCorePoolSize(2);
        executor.setThreadNamePrefix("clerk-");
        return executor;
    }

    @Bean
    TaskExecutor applicationTaskExecutor() {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("desk-");
        return executor;
    }

    @Bean
    CacheManager cacheManager() {
        return new ConcurrentMapCacheManager("tickets", "greetings", "futures", "another");
    }

    @Bean
    MultipartResolver multipartResolver() {
        StandardServletMultipartResolver resolver = new StandardServletMultipartResolver() {
            @Override
            public boolean isMultipart(HttpServletRequest request) {
                return !request.getRequestURI().endsWith("/parts") && super.isMultipart(request);
            }
        };
        resolver.setResolveLazily(true);
        return resolver;
    }

    @Bean
    TomcatServletWebServerFactory servers() {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        factory.addConnectorCustomizers(connector -> connector.setProperty("maxSwallowSize", "1000"));
        return factory;
    }
}
