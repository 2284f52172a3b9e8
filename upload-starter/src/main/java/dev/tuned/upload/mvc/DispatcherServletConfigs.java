/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.web.context.support.WebApplicationContextUtils;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Multipart configurations of Spring MVC's servlets, looked up once for each servlet. Nothing for a servlet that is none of Spring
 * MVC, or has no configuration, or on another container than Tomcat. Safe for use by many threads.
 */
public final class DispatcherServletConfigs implements Function<HttpServletRequest, @Nullable MultipartConfigElement> {

    private final Map<String, Optional<MultipartConfigElement>> configs = new ConcurrentHashMap<>();

    @Override
    public @Nullable MultipartConfigElement apply(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getServletName();
        return configs.computeIfAbsent((servlet == null) ? "" : servlet, name -> find(name, request))
                .orElse(null);
    }

    /** Looks for servlets among the beans that register them. */
    private static Optional<MultipartConfigElement> find(String name, HttpServletRequest request) {
        ServletContext servlets = request.getServletContext();
        if (!servlets.getClass().getName().startsWith("org.apache.catalina.")) {
            return Optional.empty();
        }
        ApplicationContext beans = WebApplicationContextUtils.getRequiredWebApplicationContext(servlets);
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
