/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import dev.tuned.examples.dropin.Application;

/** The same with the actuator on a port of its own: some probes are there, some at the main port. */
class ProbesOnOwnPortScenario extends ProbesScenario {

    @Override
    public Application application() {
        return super.application()
                .arguments(
                        "--management.server.port=0",
                        "--management.endpoint.health.group.deep.additional-path=management:/deepz");
    }

    @Override
    List<String> paths() {
        return List.of("/healthz", "/livez", "/readyz");
    }

    @Override
    List<String> managementPaths() {
        return List.of(
                "/deepz",
                "/actuator/health",
                "/actuator/health/live",
                "/actuator/health/deep",
                "/actuator/health/liveness",
                "/actuator/health/readiness");
    }

    /** The second port. */
    @Override
    public String normalize(String text) {
        return withoutManagementPort(super.normalize(text));
    }

    static String withoutManagementPort(String text) {
        return text.replaceAll("port \\d+ \\(http\\)", "port <management> (http)");
    }
}
