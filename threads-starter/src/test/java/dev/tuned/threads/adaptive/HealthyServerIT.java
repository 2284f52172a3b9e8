/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The loads of {@link HealthyLoad} on a real server: requests arrive whatever it does, and it has room for all of them. Wants
 * the machine to itself, which has to carry 2,000 requests a second, client included.
 */
@EnabledIfSystemProperty(
        named = "healthy.seconds",
        matches = "[0-9]+",
        disabledReason = "takes that long for each load")
class HealthyServerIT {

    private static final double SECONDS = Integer.getInteger("healthy.seconds", 0);

    private final AtomicInteger answered = new AtomicInteger();

    private final AtomicInteger rejected = new AtomicInteger();

    private final AtomicInteger failed = new AtomicInteger();

    private final Phaser inFlight = new Phaser(1);

    private final SplittableRandom random = new SplittableRandom(1);

    private long begin;

    @ParameterizedTest
    @EnumSource
    void nothingIsRejected(HealthyLoad kind) {
        AdaptiveLimit none = AdaptiveLimit.upTo(0, Simulation.MAX_WAIT);
        Simulation load = kind.on(new Simulation(none, 1));
        try (WebApp app =
                WebApp.start(Working.class, "tuned.threads.mode=virtual", "tuned.threads.web.limit=adaptive")) {
            this.begin = System.nanoTime();
            for (int client = 0; client < load.clients(); client++) {
                again(app, load);
            }
            arrive(app, load);
            this.inFlight.arriveAndAwaitAdvance();

            AdaptiveLimit limit = app.context.getBean(AdaptiveLimit.class);
            System.out.println("%s: %d answered, %d rejected, %d failed, %d saturations"
                    .formatted(kind, this.answered.get(), this.rejected.get(), this.failed.get(), limit.saturations()));
            assertThat(this.rejected).hasValue(0);
            assertThat(this.failed).hasValue(0);
        }
    }

    private double now() {
        return (System.nanoTime() - this.begin) / 1e9;
    }

    private void arrive(WebApp app, Simulation load) {
        double due = 0;
        while (due < SECONDS) {
            double perSecond = load.rateAt(due);
            if (perSecond > 0) {
                due += -Math.log(1 - nextDouble()) / perSecond;
                LockSupport.parkNanos((long) ((due - now()) * 1e9));
                var unused = call(app, load);
            } else {
                due = SECONDS;
            }
        }
    }

    private synchronized double nextDouble() {
        return this.random.nextDouble();
    }

    private synchronized double work(Simulation load, double now) {
        return load.workAt(now, this.random);
    }

    private void again(WebApp app, Simulation load) {
        var unused = call(app, load).thenRun(() -> {
            if (now() < SECONDS) {
                again(app, load);
            }
        });
    }

    private CompletableFuture<Void> call(WebApp app, Simulation load) {
        this.inFlight.register();
        double now = now();
        double seconds = load.afterPause(now + work(load, now)) - now;
        return app.getLater("/work?nanos=" + (long) (seconds * 1e9)).handle((body, failure) -> {
            AtomicInteger count = (failure != null) ? this.failed : body.isEmpty() ? this.rejected : this.answered;
            count.incrementAndGet();
            this.inFlight.arriveAndDeregister();
            return null;
        });
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Work.class})
    static class Working {}

    @RestController
    static class Work {

        @GetMapping("/work")
        String work(@RequestParam long nanos) throws InterruptedException {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            return "done";
        }
    }
}
