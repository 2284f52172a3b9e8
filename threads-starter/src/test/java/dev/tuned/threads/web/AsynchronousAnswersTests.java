/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.support.AsyncApp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Every asynchronous way to answer a request, on a real server and platform threads. */
class AsynchronousAnswersTests {

    static final String[] PATHS = {"callable", "streaming", "deferred", "future", "method"};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tuned.threads.web.mode=platform",
                "spring.threads.virtual.enabled=false",
                "spring.main.lazy-initialization=true"
            })
    void allRunOnPlatformThreadsWithTheLoggingContextOfTheirRequest(String setting) {
        try (WebApp app = WebApp.start(
                AsyncApp.class,
                setting,
                "tuned.threads.async.mode=platform",
                "tuned.threads.async.max-concurrency=2")) {
            for (String path : PATHS) {
                assertThat(app.get("/async/" + path)).as(path).isEqualTo("platform 42");
            }
        }
    }
}
