/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;

import org.springframework.core.env.Environment;

/**
 * Where the application answers its health probes. The default of the exempt paths follows the settings that move them;
 * paths that the user has written stay as they are.
 *
 * @param environment the application's
 */
record HealthPaths(Environment environment) {

    private static final String HEALTH = "/actuator/health/**";

    private static final List<String> DEFAULT = List.of(HEALTH, "/livez", "/readyz");

    List<String> follow(List<String> patterns) {
        if (!patterns.equals(DEFAULT)) {
            return patterns;
        }
        String servlet = property("spring.mvc.servlet.path", "") + property("spring.webflux.base-path", "");
        String base = property("management.endpoints.web.base-path", "/actuator");
        String health = property("management.endpoints.web.path-mapping.health", "health");
        return List.of(join(servlet, base, health, "**"), join(servlet, "livez"), join(servlet, "readyz"));
    }

    private String property(String name, String otherwise) {
        return this.environment.getProperty(name, otherwise);
    }

    private static String join(String... parts) {
        return "/" + String.join("/", parts).replaceAll("/+", "/").replaceAll("^/", "");
    }
}
