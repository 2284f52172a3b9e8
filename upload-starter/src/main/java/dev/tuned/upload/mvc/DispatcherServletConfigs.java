/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Multipart configurations of Spring MVC's servlets, looked up once for each servlet. Nothing for a servlet that is none of Spring
 * MVC, or has no configuration, or on another container than Tomcat. Safe for use by many threads.
 */
public final class DispatcherServletConfigs implements Function<HttpServletRequest, @Nullable MultipartConfigElement> {

    private final ListableBeanFactory beans;

    private final Map<String, Optional<MultipartConfigElement>> configs = new ConcurrentHashMap<>();

    /** Looks for servlets among the beans that register them. */
    public DispatcherServletConfigs(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public @Nullable MultipartConfigElement apply(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getServletName();
        return configs.computeIfAbsent((servlet == null) ? "" : servlet, name -> find(name, request))
                .orElse(null);
    }

    private Optional<MultipartConfigElement> find(String name, HttpServletRequest request) {
        if (!request.getServletContext().getClass().getName().startsWith("org.apache.catalina.")) {
            return Optional.empty();
        }
        for (ServletRegistrationBean<?> registration : beans.getBeansOfType(ServletRegistrationBean.class, false, false)
                .values()) {
            if (registration.getServletName().equals(name)
                    && registration.getServlet() instanceof DispatcherServlet
                    && registration.isEnabled()) {
                return Optional.ofNullable(registration.getMultipartConfig());
            }
        }
        return Optional.empty();
    }
}
