/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import dev.tuned.threads.support.AsyncApp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Every asynchronous way to answer a request, on a real server. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
class AsynchronousAnswersIT {

    @Test
    void allRunOnVirtualThreadsWithTheLoggingContextOfTheirRequest() {
        try (WebApp app = WebApp.start(
                AsyncApp.class,
                "tuned.threads.web.mode=platform",
                "tuned.threads.async.mode=virtual",
                "tuned.threads.async.max-concurrency=2")) {
            for (String path : AsynchronousAnswersTests.PATHS) {
                assertThat(app.get("/async/" + path)).as(path).isEqualTo("virtual 42");
            }
        }
    }

    @Test
    void tasksOnPlatformThreadsAlthoughBootsFlagIsTrue() {
        try (WebApp app = WebApp.start(
                AsyncApp.class, "tuned.threads.async.mode=platform", "spring.threads.virtual.enabled=true")) {
            assertThat(app.get("/kind")).isEqualTo("virtual");
            for (String path : AsynchronousAnswersTests.PATHS) {
                assertThat(app.get("/async/" + path)).as(path).isEqualTo("platform 42");
            }
        }
    }
}
