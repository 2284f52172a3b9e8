/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of requests when a real Tomcat shuts down. */
@ExtendWith(OutputCaptureExtension.class)
class WebShutdownTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    /** One is handled at a time: whenever one ends, no request is in a servlet for a moment, and Boot sees none. */
    @Test
    void requestsThatWaitAreLetInBeforeTheServerStops(CapturedOutput output) {
        LimitedApp server = LimitedApp.start(
                WebApp.App.class, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.max-wait=1h");
        RequestLimiter bound = server.bound();
        List<CompletableFuture<String>> requests = send(server.app(), 100);
        LimitedApp.soon().until(() -> bound.waiting() == 99);
        CompletableFuture<Void> shutdown = shutDown(server.app(), output);
        server.app().gate().open();
        assertThat(requests)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(LONG).isEqualTo("through"));
        assertThat(shutdown).succeedsWithin(LONG);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 400})
    void fiveHundredRequestsInFlightAreCompleted(int limit, CapturedOutput output) {
        WebApp app = WebApp.start(
                "tuned.threads.web.max-concurrency=" + limit,
                "tuned.threads.web.max-wait=1h",
                "server.tomcat.threads.max=600");
        List<CompletableFuture<String>> requests = send(app, 500);
        int held = (limit == 0) ? 500 : limit;
        LimitedApp.soon().until(() -> app.gate().arrived.availablePermits() == held);
        if (limit > 0) {
            RequestLimiter limiter = new LimitedApp(app).bound();
            LimitedApp.soon().until(() -> limiter.waiting() == 500 - limit);
        }
        CompletableFuture<Void> shutdown = shutDown(app, output);
        app.gate().open();
        assertThat(requests)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(LONG).isEqualTo("through"));
        assertThat(shutdown).succeedsWithin(LONG);
    }

    private static List<CompletableFuture<String>> send(WebApp app, int requests) {
        return IntStream.range(0, requests).mapToObj(n -> app.getLater("/gate")).toList();
    }

    /** Begins to shut down, and returns when the server takes no more requests. */
    private static CompletableFuture<Void> shutDown(WebApp app, CapturedOutput output) {
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(app.context::close);
        LimitedApp.soon().until(() -> output.toString().contains("Commencing graceful shutdown"));
        return shutdown;
    }
}
