/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * The paths at which Boot maps health probes on the application's server, from the beans by which Boot maps them: the endpoint,
 * unless it has its own port, and the additional paths of its groups. A management server with its own port has no limit.
 */
public final class HealthPaths {

    private static final EndpointId HEALTH = EndpointId.of("health");

    private static final String SERVLET_PATH = "org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath";

    private final ApplicationContext context;

    public HealthPaths(ApplicationContext context) {
        this.context = context;
    }

    /** Patterns of the paths. Creates the same beans as Boot's mappings. */
    public List<String> patterns() {
        PathMappedEndpoints endpoints =
                context.getBeanProvider(PathMappedEndpoints.class).getIfAvailable();
        String path = (endpoints != null) ? endpoints.getPath(HEALTH) : null;
        HealthEndpointGroups groups =
                context.getBeanProvider(HealthEndpointGroups.class).getIfAvailable();
        if (path == null || groups == null) {
            return List.of();
        }
        List<String> patterns = new ArrayList<>();
        if (ManagementPortType.get(context.getEnvironment()) == ManagementPortType.SAME) {
            patterns.add(join(path, "**"));
        }
        groups.getAllWithAdditionalPath(WebServerNamespace.SERVER).stream()
                .map(HealthEndpointGroup::getAdditionalPath)
                .filter(Objects::nonNull)
                .forEach(additional -> patterns.add(join(additional.getValue())));
        return patterns;
    }

    /** A path below that of Spring MVC, WebFlux or Jersey. */
    private String join(String... parts) {
        String joined = "/" + prefix() + "/" + String.join("/", parts);
        String path = joined.replaceAll("/+", "/");
        return (path.length() > 1) ? StringUtils.trimTrailingCharacter(path, '/') : path;
    }

    private String prefix() {
        if (ClassUtils.isPresent(SERVLET_PATH, context.getClassLoader())) {
            DispatcherServletPath servlet =
                    context.getBeanProvider(DispatcherServletPath.class).getIfAvailable();
            if (servlet != null) {
                return servlet.getPrefix();
            }
        }
        var environment = context.getEnvironment();
        return environment.getProperty("spring.webflux.base-path", "").strip()
                + environment.getProperty("spring.jersey.application-path", "").strip();
    }
}
