/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.database.DatabaseApplication;

import dev.tuned.examples.dropin.Application;

/** HikariCP behind p6spy and a proxy, migrated by Flyway. */
class DatabaseScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                        DatabaseApplication.class,
                        "spring-boot-starter-jdbc",
                        "spring-boot-starter-flyway",
                        "com.h2database:h2",
                        "p6spy:p6spy",
                        "net.ttddyy:datasource-proxy")
                .arguments(
                        "--spring.datasource.url=jdbc:p6spy:h2:mem:market",
                        "--spring.datasource.driver-class-name=com.p6spy.engine.spy.P6SpyDriver",
                        "--spring.flyway.locations=filesystem:migrations");
    }

    @Override
    List<String> paths() {
        return List.of("/stock/nuts", "/stock/nuts", "/sell/nuts", "/fail/nuts", "/stock/nuts");
    }

    @Override
    void requireActed(String seen) {
        require(
                seen,
                "proxy saw select amount from stock",
                "statement select amount from stock where id = 'nuts'",
                "Successfully applied 1 migration",
                "amount 6");
    }

    @Override
    public boolean inSlice() {
        return false;
    }

    /** Without the times that Flyway logs and stores. */
    @Override
    public String normalize(String text) {
        return super.normalize(text)
                .replaceAll("(?<=execution time )[0-9:.]+", "<duration>")
                .replaceAll("(?<=, )\\d+(?=, true\\))", "<duration>");
    }
}
