/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.jpa.JpaApplication;

import dev.tuned.examples.dropin.Application;

/** Entities that are cached while the session is open until the answer is written. */
class JpaScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(JpaApplication.class, "spring-boot-starter-data-jpa", "com.h2database:h2")
                .arguments(
                        "--spring.datasource.url=jdbc:h2:mem:market",
                        "--spring.jpa.properties.hibernate.generate_statistics=true",
                        "--logging.level.org.hibernate.engine=warn",
                        "--logging.level.org.hibernate.stat=warn");
    }

    @Override
    List<String> paths() {
        return List.of("/authors/1", "/authors/1", "/authors/2?books=false", "/authors/2", "/authors/3");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "spring.jpa.open-in-view is enabled by default", "in session: true, 2 books");
    }
}
