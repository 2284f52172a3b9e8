/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.limit.AdaptiveLimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A hundred callers that never let up, before a downstream pool of four. */
class AdaptiveBoundIT {

    private static final int CALLERS = 100;

    private static final int CONNECTIONS = 4;

    private static final int HELD_MILLIS = 20;

    /** What waits where nothing else does. */
    private static final int ALL_THE_OTHERS = CALLERS - CONNECTIONS;

    private final AtomicBoolean over = new AtomicBoolean();

    private final AtomicInteger answered = new AtomicInteger();

    private final AtomicInteger rejected = new AtomicInteger();

    @Test
    void withoutABoundAllWaitInThePool() {
        try (WebApp app = WebApp.start(Pooled.class, "tuned.threads.mode=virtual")) {
            CompletableFuture<Void> callers = call(app);
            await().until(() -> pool(app).waiting() == ALL_THE_OTHERS);
            end(callers);
            assertThat(this.rejected).hasValue(0);
        }
    }

    @Test
    void anAdaptiveBoundFindsThePoolAndKeepsItBusy() {
        try (WebApp app =
                WebApp.start(Pooled.class, "tuned.threads.mode=virtual", "tuned.threads.web.limit=adaptive")) {
            AdaptiveLimit limit = app.context.getBean(AdaptiveLimit.class);
            CompletableFuture<Void> callers = call(app);

            await().until(() -> limit.current() >= CONNECTIONS
                    && limit.current() <= ALL_THE_OTHERS / 3
                    && pool(app).waiting() > 0
                    && pool(app).waiting() <= ALL_THE_OTHERS / 3
                    && this.rejected.get() > 0);
            pool(app).mostWaiting.set(0);
            int before = this.answered.get();
            await().until(() -> this.answered.get() > before + CALLERS);
            end(callers);

            assertThat(limit.baseline()).isPositive();
            assertThat(pool(app).mostWaiting.get()).isLessThan(ALL_THE_OTHERS);
        }
    }

    private CompletableFuture<Void> call(WebApp app) {
        return CompletableFuture.allOf(
                Stream.generate(() -> again(app)).limit(CALLERS).toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> again(WebApp app) {
        return app.getLater("/pooled").thenCompose(body -> {
            (body.isEmpty() ? this.rejected : this.answered).incrementAndGet();
            return this.over.get() ? CompletableFuture.completedFuture(null) : again(app);
        });
    }

    private void end(CompletableFuture<Void> callers) {
        this.over.set(true);
        callers.join();
    }

    private static Pool pool(WebApp app) {
        return app.context.getBean(Pool.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = JettyServletWebServerAutoConfiguration.class)
    @Import({WebApp.Gate.class, Pool.class})
    static class Pooled {}

    @RestController
    static class Pool {

        private final Semaphore connections = new Semaphore(CONNECTIONS, true);

        private final AtomicInteger mostWaiting = new AtomicInteger();

        @GetMapping("/pooled")
        String pooled() throws InterruptedException {
            this.connections.acquire();
            try {
                this.mostWaiting.accumulateAndGet(waiting(), Math::max);
                Thread.sleep(HELD_MILLIS);
            } finally {
                this.connections.release();
            }
            return "through";
        }

        int waiting() {
            return this.connections.getQueueLength();
        }
    }
}
