/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.adaptive.AdaptiveLimit;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Hundreds of callers that never let up, before a downstream pool of four. */
class AdaptiveLimitIT {

    private static final int CALLERS = 300;

    private static final int CONNECTIONS = 4;

    private static final int HELD_MILLIS = 10;

    /** What waits where nothing else does. */
    private static final int ALL_THE_OTHERS = CALLERS - CONNECTIONS;

    private final AtomicBoolean over = new AtomicBoolean();

    private final AtomicInteger answered = new AtomicInteger();

    private final AtomicInteger rejected = new AtomicInteger();

    @Test
    void withoutALimitAllWaitInThePool() {
        try (WebApp app = WebApp.start(Pooled.class, "tuned.threads.mode=virtual")) {
            CompletableFuture<Void> callers = call(app);
            await().until(() -> pool(app).waiting() == ALL_THE_OTHERS);
            end(callers);
            assertThat(this.rejected).hasValue(0);
        }
    }

    @Test
    void anAdaptiveLimitKeepsThePoolBusyWithAShortQueue() {
        try (WebApp app =
                WebApp.start(Pooled.class, "tuned.threads.mode=virtual", "tuned.threads.web.limit=adaptive")) {
            AdaptiveLimit limit = app.context.getBean(AdaptiveLimit.class);
            CompletableFuture<Void> callers = callInGroups(app);

            await().atMost(Duration.ofMinutes(1)).until(() -> limit.isLimiting() && this.rejected.get() > 0);
            await().until(() -> pool(app).waiting() < ALL_THE_OTHERS / 3);
            // Without a limit no round of answers has fewer that wait; with one a busy machine may have a round that
            // does.
            await().until(() -> mostWaitingInARound(app) < ALL_THE_OTHERS);
            end(callers);

            assertThat(limit.usualLatency()).isPositive();
        }
    }

    private int mostWaitingInARound(WebApp app) {
        pool(app).mostWaiting.set(0);
        int before = this.answered.get();
        await().until(() -> this.answered.get() > before + CALLERS);
        return pool(app).mostWaiting.get();
    }

    /** A few that need not wait, then more than are ever limited, then as many again: a load that grows. */
    private CompletableFuture<Void> callInGroups(WebApp app) {
        CompletableFuture<Void> few = call(app, CONNECTIONS);
        await().until(() -> this.answered.get() > CALLERS);
        CompletableFuture<Void> many = call(app, CALLERS);
        await().until(() -> this.answered.get() > 3 * CALLERS);
        return CompletableFuture.allOf(few, many, call(app, CALLERS));
    }

    private CompletableFuture<Void> call(WebApp app) {
        return call(app, CALLERS);
    }

    private CompletableFuture<Void> call(WebApp app, int callers) {
        return CompletableFuture.allOf(
                Stream.generate(() -> again(app)).limit(callers).toArray(CompletableFuture<?>[]::new));
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
    @Import({WebApp.App.class, Pool.class})
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
