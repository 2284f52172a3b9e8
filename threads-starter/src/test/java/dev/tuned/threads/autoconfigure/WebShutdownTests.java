/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

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

import dev.tuned.threads.limit.ConcurrencyGate;
import dev.tuned.threads.limit.InFlightRequests;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of requests when a real Tomcat shuts down. */
@ExtendWith(OutputCaptureExtension.class)
class WebShutdownTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    /** One is handled at a time: whenever one ends, no request is in a servlet for a moment, and Boot sees none. */
    @Test
    void requestsThatWaitAreLetInBeforeTheServerStops(CapturedOutput output) {
        BoundedApp server = BoundedApp.start(
                WebApp.App.class, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.max-wait=1h");
        ConcurrencyGate bound = server.bound();
        List<CompletableFuture<String>> requests = send(server.app(), 100);
        BoundedApp.soon().until(() -> bound.waiting() == 99);
        CompletableFuture<Void> shutdown = shutDown(server.app(), output);
        server.app().gate().open();
        assertThat(requests)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(LONG).isEqualTo("through"));
        assertThat(shutdown).succeedsWithin(LONG);
        assertThat(output).doesNotContain("gives up");
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
        BoundedApp.soon().until(() -> app.gate().arrived.availablePermits() == held && inFlight(app) == 500);
        CompletableFuture<Void> shutdown = shutDown(app, output);
        app.gate().open();
        assertThat(requests)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(LONG).isEqualTo("through"));
        assertThat(shutdown).succeedsWithin(LONG);
        assertThat(output).doesNotContain("gives up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.lifecycle.timeout-per-shutdown-phase=1ms", "server.shutdown=immediate"})
    void requestsThatAreGivenUpAreNamedInOneLine(String property, CapturedOutput output) {
        WebApp app = WebApp.start("tuned.threads.web.max-concurrency=30", "tuned.threads.web.max-wait=1h", property);
        List<CompletableFuture<String>> held = send(app, 30);
        BoundedApp.soon().until(() -> app.gate().arrived.availablePermits() == 30);
        List<CompletableFuture<String>> waiting = IntStream.range(0, 20)
                .mapToObj(n -> app.getLater("/kind?secret=1"))
                .toList();
        BoundedApp.soon().until(() -> inFlight(app) == 50);
        WebApp.Gate gate = app.gate();
        app.context.close();
        assertThat(output.toString().lines().filter(line -> line.contains("tuned threads: shutdown")))
                .singleElement()
                .asString()
                .contains("WARN")
                .endsWith("shutdown gives up requests in flight: 50, of them GET /gate (30), GET /kind (20)");
        gate.open();
        assertThat(held).hasSize(30);
        assertThat(waiting).hasSize(20);
    }

    private static int inFlight(WebApp app) {
        return app.context.getBean(InFlightRequests.class).list().size();
    }

    private static List<CompletableFuture<String>> send(WebApp app, int requests) {
        return IntStream.range(0, requests).mapToObj(n -> app.getLater("/gate")).toList();
    }

    /** Begins to shut down, and returns when the server takes no more requests. */
    private static CompletableFuture<Void> shutDown(WebApp app, CapturedOutput output) {
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(app.context::close);
        BoundedApp.soon().until(() -> output.toString().contains("Commencing graceful shutdown"));
        return shutdown;
    }
}
