/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.ServletContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** The paths that Spring MVC and the servlets beside it are mapped to. Static files and filters may answer at others. */
final class RouteMappings {

    private RouteMappings() {}

    /** The routes to whose paths none is mapped; no route if a mapping does not say what it has. */
    static List<String> withoutAny(ApplicationContext context, List<String> routes) {
        List<String> mapped = new ArrayList<>();
        String prefix = context.getBeanProvider(DispatcherServletPath.class).stream()
                .map(DispatcherServletPath::getPrefix)
                .findFirst()
                .orElse("");
        for (HandlerMapping mapping :
                context.getBeansOfType(HandlerMapping.class).values()) {
            if (mapping instanceof RequestMappingInfoHandlerMapping controllers) {
                controllers
                        .getHandlerMethods()
                        .keySet()
                        .forEach(info -> info.getPatternValues().forEach(pattern -> mapped.add(prefix + pattern)));
            } else if (mapping instanceof AbstractUrlHandlerMapping handlers) {
                // At all paths are static files.
                handlers.getHandlerMap().keySet().stream()
                        .filter(pattern -> !pattern.equals("/**"))
                        .forEach(pattern -> mapped.add(prefix + pattern));
            } else if (!(mapping instanceof RouterFunctionMapping functions) || functions.getRouterFunction() != null) {
                return List.of();
            }
        }
        ServletContext servlets = (context instanceof WebApplicationContext web) ? web.getServletContext() : null;
        if (servlets == null) {
            return List.of();
        }
        servlets.getServletRegistrations().values().stream()
                .filter(servlet -> !servlet.getName().equals("dispatcherServlet"))
                .forEach(servlet -> mapped.addAll(servlet.getMappings()));
        return routes.stream()
                .filter(route -> mapped.stream().noneMatch(pattern -> meet(route.split("/"), pattern.split("/"))))
                .toList();
    }

    /** Whether a path may match both patterns. */
    private static boolean meet(String[] route, String[] pattern) {
        for (int i = 0; i < Math.max(route.length, pattern.length); i++) {
            String one = (i < route.length) ? route[i] : "";
            String other = (i < pattern.length) ? pattern[i] : "";
            if (one.equals("**") || other.equals("**") || other.startsWith("{*") || other.equals("*")) {
                return true;
            }
            boolean wildcard = one.equals("*") || other.matches(".*[*?{].*");
            if (!wildcard && !one.equals(other)) {
                return false;
            }
        }
        return true;
    }
}
