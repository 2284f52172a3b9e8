/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.tuned.threads.limit.ConcurrencyGate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The bound on requests on a real Tomcat, over plain sockets. */
class WebBoundTests {

    private static final String BOUND = "tuned.threads.web.max-concurrency=2";

    @Test
    void oneRequestTooManyIsToldToComeAgainAndTheOthersAreNot() {
        try (WebApp app = WebApp.start(BOUND)) {
            List<CompletableFuture<String>> held = hold(app, 2);
            assertThat(RawHttp.get(app, "/kind"))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\r\nRetry-After: 1\r\n", "\r\nContent-Length: 0\r\n")
                    .endsWith("\r\n\r\n");
            app.gate().open();
            assertThat(held).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("through"));
            assertThat(RawHttp.get(app, "/kind")).startsWith("HTTP/1.1 200 ");
            awaitAllPermitsBack(app);
        }
    }

    @Test
    void withoutABoundThereIsNoValve() {
        try (WebApp app = WebApp.start()) {
            assertThat(app.context.getBeansOfType(ConcurrencyGate.class)).isEmpty();
            assertThat(hold(app, 3)).hasSize(3);
        }
    }

    private static List<CompletableFuture<String>> hold(WebApp app, int requests) {
        List<CompletableFuture<String>> held = IntStream.range(0, requests)
                .mapToObj(n -> app.getLater("/gate"))
                .toList();
        await().until(() -> app.gate().arrived.availablePermits() == requests);
        return held;
    }

    private static void awaitAllPermitsBack(WebApp app) {
        ConcurrencyGate gate = app.context.getBean(ConcurrencyGate.class);
        await().untilAsserted(() -> assertThat(gate.active()).isZero());
        assertThat(gate.waiting()).isZero();
    }
}
