/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.neighbours.NeighboursApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Scenario;

/** Entities, security's users, pages, what Lombok, MapStruct and Kotlin make, and Resilience4j's advice. */
class NeighboursScenario implements Scenario {

    @Override
    public Application application() {
        return application(new String[0]);
    }

    static Application application(String... more) {
        return Application.of(
                        NeighboursApplication.class,
                        AnnotationsScenario.CAFFEINE
                                .and(
                                        "spring-boot-starter-data-jpa",
                                        "spring-boot-starter-security",
                                        "spring-boot-starter-aspectj",
                                        "io.github.resilience4j:resilience4j-spring-boot4",
                                        "org.mapstruct:mapstruct",
                                        "com.github.pagehelper:pagehelper",
                                        "org.mybatis:mybatis",
                                        "org.jetbrains.kotlin:kotlin-stdlib",
                                        "tools.jackson.module:jackson-module-kotlin",
                                        "com.h2database:h2")
                                .and(more))
                .arguments(
                        "--spring.datasource.url=jdbc:h2:mem:library;DB_CLOSE_DELAY=-1",
                        "--spring.jpa.hibernate.ddl-auto=update",
                        "--spring.jpa.properties.hibernate.generate_statistics=true",
                        "--logging.level.org.hibernate.engine=warn",
                        "--logging.level.org.hibernate.stat=warn");
    }
}
