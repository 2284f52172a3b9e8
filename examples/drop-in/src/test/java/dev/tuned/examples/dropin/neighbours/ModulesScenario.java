/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.modules.ModulesApplication;

import dev.tuned.examples.dropin.Application;

/** Spring Modulith, whose events are stored with a transaction. */
class ModulesScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                        ModulesApplication.class,
                        "org.springframework.modulith:spring-modulith-starter-jdbc",
                        "spring-boot-starter-jdbc",
                        "com.h2database:h2")
                .arguments(
                        "--spring.datasource.url=jdbc:h2:mem:market",
                        "--spring.modulith.events.jdbc.schema-initialization.enabled=true");
    }

    @Override
    List<String> paths() {
        return List.of("/sell/pears", "/sell/dates", "/fail/pears", "/publications");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "letter about pears by call", "publications: 2, not completed: 0");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
