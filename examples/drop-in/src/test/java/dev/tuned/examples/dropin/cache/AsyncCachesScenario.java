/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.annotations.AnnotationsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Scenario;

/** Futures and publishers, in an application that switched Caffeine's asynchronous mode on. */
class AsyncCachesScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(AnnotationsApplication.class, AnnotationsScenario.CAFFEINE)
                .arguments("--app.async=true", "--logging.level.com.github.benmanes.caffeine=off");
    }
}
