/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.annotations.AnnotationsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;

/** What Spring's own tests of its cache abstraction check, with Caffeine as Spring Boot sets it up. */
class AnnotationsScenario implements Scenario {

    static final ClassPath CAFFEINE = ClassPath.of(
            "spring-boot-starter-cache", "com.github.ben-manes.caffeine:caffeine", "io.projectreactor:reactor-core");

    @Override
    public Application application() {
        return Application.of(AnnotationsApplication.class, CAFFEINE);
    }

    @Override
    public boolean inSlice() {
        return true;
    }
}
