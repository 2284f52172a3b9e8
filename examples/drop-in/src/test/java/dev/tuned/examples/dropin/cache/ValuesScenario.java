/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.values.ValuesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Scenario;

/** Values of many shapes that one instance caches and another one reads, with Couchbase between them if the starter is there. */
class ValuesScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                        ValuesApplication.class,
                        AnnotationsScenario.CAFFEINE.and(
                                "org.springframework.boot:spring-boot-couchbase",
                                "com.couchbase.mock:CouchbaseMock",
                                "com.fasterxml.jackson.core:jackson-annotations"))
                .arguments(
                        "--tuned.cache.defaults.l2.hard-timeout=10s",
                        "--tuned.cache.defaults.l1.ttl=10m",
                        "--tuned.cache.regions.early.l2.enabled=false",
                        "--logging.level.com.couchbase=error");
    }
}
