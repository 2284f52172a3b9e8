/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.apache.catalina.Container;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardWrapper;
import org.awaitility.core.ConditionFactory;
import org.springframework.boot.tomcat.TomcatWebServer;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the tests of the bound on requests do and ask. */
public record LimitedApp(WebApp app) implements AutoCloseable {

    static LimitedApp start(Class<?> configuration, String... properties) {
        return new LimitedApp(WebApp.start(configuration, properties));
    }

    RequestLimiter bound() {
        return app.context.getBean(RequestLimiters.class).all().get(0);
    }

    AsyncEndpoints endpoints() {
        return app.context.getBean(AsyncEndpoints.class);
    }

    /** Sends requests that are held, and returns when all are. */
    List<CompletableFuture<String>> hold(int requests) {
        List<CompletableFuture<String>> held = IntStream.range(0, requests)
                .mapToObj(n -> app.getLater("/gate"))
                .toList();
        awaitHeld(requests);
        return held;
    }

    void awaitHeld(int requests) {
        soon().until(() -> app.gate().arrived.availablePermits() == requests);
    }

    /** Asks often, so that a test does not take longer than what it waits for. */
    static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    /** Waits until Tomcat handles so many asynchronous requests and has no thread in a servlet any more. */
    void awaitAsync(int requests) {
        TomcatWebServer server = (TomcatWebServer) app.context.getWebServer();
        StandardContext context = (StandardContext) server.getTomcat().getHost().findChildren()[0];
        soon().until(() -> context.getInProgressAsyncCount() == requests && allocated(context) == 0);
    }

    private static int allocated(StandardContext context) {
        int allocated = 0;
        for (Container wrapper : context.findChildren()) {
            allocated += ((StandardWrapper) wrapper).getCountAllocated();
        }
        return allocated;
    }

    void awaitAllPermitsBack() {
        // Together: a permit that is given back is free for a moment before the next request has it.
        soon().untilAsserted(() -> {
            assertThat(bound().active()).isZero();
            assertThat(bound().waiting()).isZero();
        });
    }

    @Override
    public void close() {
        app.close();
    }
}
