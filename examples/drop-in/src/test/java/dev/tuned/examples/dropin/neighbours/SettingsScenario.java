/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.settings.SettingsApplication;

import dev.tuned.examples.dropin.Application;

/** Spring Cloud Config, with a context above the application and one more at each refresh. */
class SettingsScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                        SettingsApplication.class,
                        "org.springframework.cloud:spring-cloud-config-server",
                        "org.springframework.cloud:spring-cloud-starter-bootstrap")
                .arguments(
                        "--spring.profiles.active=native",
                        "--spring.cloud.config.server.native.search-locations=file:settings/",
                        "--spring.cloud.config.server.bootstrap=true",
                        "--spring.cloud.compatibility-verifier.enabled=false");
    }

    @Override
    List<String> paths() {
        return List.of("/greeting", "/application/default", "/changed", "/greeting");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "greeting: first", "changed: [logging.level.com.example, market.greeting], greeting: second");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
