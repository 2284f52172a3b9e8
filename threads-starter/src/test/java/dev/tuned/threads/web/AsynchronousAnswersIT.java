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

    private static final String REPORTS = "tuned.threads.executors.reports.max-concurrency=2";

    @Test
    void allRunOnVirtualThreadsWithTheLoggingContextOfTheirRequest() {
        try (WebApp app = WebApp.start(
                AsyncApp.class,
                "tuned.threads.web.mode=platform",
                "tuned.threads.async.mode=virtual",
                "tuned.threads.async.max-concurrency=2",
                REPORTS)) {
            for (String path : AsynchronousAnswersTests.PATHS) {
                assertThat(app.get("/async/" + path)).as(path).isEqualTo("virtual 42");
            }
        }
    }

    @Test
    void eachExecutorHasItsOwnKind() {
        try (WebApp app = WebApp.start(
                AsyncApp.class, "tuned.threads.async.mode=platform", "spring.threads.virtual.enabled=true", REPORTS)) {
            assertThat(app.get("/async/method")).isEqualTo("platform 42");
            assertThat(app.get("/async/callable")).isEqualTo("platform 42");
            assertThat(app.get("/async/reports")).isEqualTo("virtual 42");
        }
    }
}
