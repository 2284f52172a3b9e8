/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.FrameworkServlet;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Handler mappings of the servlet that a request goes to, also before that servlet was initialized, as the first request
 * does. Safe for use by many threads.
 */
final class ServletHandlerMappings {

    private final ApplicationContext context;

    private final Map<String, List<HandlerMapping>> byServlet = new ConcurrentHashMap<>();

    ServletHandlerMappings(ApplicationContext context) {
        this.context = context;
    }

    /** The mappings in the order they are asked, or null if the servlet is no dispatcher servlet that is known. */
    @Nullable
    List<HandlerMapping> of(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getServletName();
        if (servlet == null) {
            servlet = "";
        }
        List<HandlerMapping> known = byServlet.get(servlet);
        if (known == null) {
            known = find(servlet, request);
            if (known != null) {
                byServlet.put(servlet, known);
            }
        }
        return known;
    }

    private @Nullable List<HandlerMapping> find(String name, HttpServletRequest request) {
        DispatcherServlet servlet = dispatcherServlet(name);
        if (servlet != null && servlet.getHandlerMappings() != null) {
            return servlet.getHandlerMappings();
        }
        if (servlet != null) {
            ApplicationContext own = servlet.getWebApplicationContext();
            return beans((own != null) ? own : context);
        }
        Object published = request.getServletContext().getAttribute(FrameworkServlet.SERVLET_CONTEXT_PREFIX + name);
        return (published instanceof ApplicationContext other) ? beans(other) : null;
    }

    /** The servlet of that name; the only one for a request without, as of a mock. */
    private @Nullable DispatcherServlet dispatcherServlet(String name) {
        for (ServletRegistrationBean<?> registration : context.getBeansOfType(
                        ServletRegistrationBean.class, false, false)
                .values()) {
            Servlet servlet = registration.getServlet();
            if (registration.getServletName().equals(name) && servlet instanceof DispatcherServlet dispatcher) {
                return dispatcher;
            }
        }
        Map<String, DispatcherServlet> servlets = context.getBeansOfType(DispatcherServlet.class, false, false);
        return (name.isEmpty() && servlets.size() == 1)
                ? servlets.values().iterator().next()
                : servlets.get(name);
    }

    private static List<HandlerMapping> beans(ApplicationContext context) {
        List<HandlerMapping> mappings = new ArrayList<>(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }
}
