/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import java.util.List;

import jakarta.servlet.ServletContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.TaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

import dev.tuned.examples.dropin.inside.Notes;

/** What code of an application may rely on when it asks for beans of Spring Boot by their types. */
@Component
class Integration implements ApplicationRunner {

    private static final List<String> TYPES = List.of(
            "java.util.concurrent.Executor",
            "org.springframework.core.task.TaskExecutor",
            "org.springframework.core.task.AsyncTaskExecutor",
            "org.springframework.core.task.SimpleAsyncTaskExecutor",
            "org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor",
            "org.springframework.scheduling.TaskScheduler",
            "org.springframework.boot.task.ThreadPoolTaskExecutorBuilder",
            "org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder",
            "org.springframework.web.multipart.MultipartResolver",
            "org.springframework.web.multipart.support.StandardServletMultipartResolver",
            "jakarta.servlet.MultipartConfigElement",
            "org.springframework.cache.CacheManager",
            "org.springframework.cache.concurrent.ConcurrentMapCacheManager",
            "org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping",
            "org.springframework.web.servlet.resource.ResourceHttpRequestHandler",
            "org.springframework.web.filter.FormContentFilter",
            "org.springframework.boot.web.server.servlet.ServletWebServerFactory",
            "tools.jackson.databind.json.JsonMapper",
            "tools.jackson.databind.ObjectMapper");

    private final ConfigurableApplicationContext context;
    private final ServletContext servletContext;

    Integration(ConfigurableApplicationContext context, ServletContext servletContext) {
        this.context = context;
        this.servletContext = servletContext;
    }

    @Override
    public void run(ApplicationArguments args) throws Exception {
        for (String type : TYPES) {
            if (ClassUtils.isPresent(type, null)) {
                Notes.add("bean by type", type, unique(Class.forName(type)));
            }
        }
        Notes.outcome("executor task", () -> {
            Thread thread = Thread.currentThread();
            java.util.concurrent.FutureTask<Boolean> task =
                    new java.util.concurrent.FutureTask<>(() -> Thread.currentThread() != thread);
            context.getBean("applicationTaskExecutor", TaskExecutor.class).execute(task);
            return task.get();
        });
        Notes.outcome("cache names", () -> context.getBean(CacheManager.class).getCacheNames());
        Notes.outcome("cache of another name", () -> {
            var cache = context.getBean(CacheManager.class).getCache("another");
            cache.put("key", null);
            return cache.get("key").get() + " " + cache.putIfAbsent("key", 1) + " " + cache.get("none");
        });
        Notes.outcome(
                "cache type",
                () -> context.getBean(CacheManager.class).getCache("tickets").getNativeCache()
                        instanceof java.util.concurrent.ConcurrentMap);
        servletContext
                .getFilterRegistrations()
                .forEach((name, filter) -> Notes.add("filters", name, filter.getUrlPatternMappings()));
        servletContext
                .getServletRegistrations()
                .forEach((name, servlet) -> Notes.add("servlets", name, servlet.getMappings()));
        context.getEnvironment()
                .getPropertySources()
                .forEach(source -> Notes.add("property sources", "names", source.getName()));
        for (String name :
                List.of("spring.threads.virtual.enabled", "spring.main.keep-alive", "server.tomcat.use-apr")) {
            Notes.add("properties", name, context.getEnvironment().getProperty(name));
        }
    }

    private String unique(Class<?> type) {
        ObjectProvider<?> provider = context.getBeanProvider(type);
        return provider.getIfUnique() != null
                ? "one"
                : provider.stream().findAny().isPresent() ? "several" : "none";
    }
}
