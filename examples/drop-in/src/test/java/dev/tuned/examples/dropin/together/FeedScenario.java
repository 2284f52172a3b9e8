/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import com.example.feed.FeedApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** Spring WebFlux on Netty: multipart, cached publishers, blocking methods. */
class FeedScenario extends HttpScenario {

    @Override
    public Application application() {
        return withResources(Application.of(
                FeedApplication.class,
                ClassPath.of(
                        "spring-boot-starter-webflux",
                        "spring-boot-starter-actuator",
                        "spring-boot-starter-validation",
                        "spring-boot-starter-cache")));
    }

    @Override
    String requests() {
        return "feed.http";
    }

    @Override
    void inspect(RunningApplication application, Recording recording) throws Exception {
        actuator(application.port(), recording);
        document("caches", application.port(), "/actuator/caches", "/cacheManagers", "\\$", recording);
    }

    /** Netty's ids of connections and requests, and reactor's checkpoints. */
    @Override
    public String normalize(String text) {
        return super.normalize(text)
                .replaceAll("\\[[0-9a-f]{8}(/[^\\]]*|-\\d+)?]", "[<id>]")
                .replaceAll("\"requestId\":\"[^\"]+\"", "\"requestId\":\"<id>\"");
    }
}
