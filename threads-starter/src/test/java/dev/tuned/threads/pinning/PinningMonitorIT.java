/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** Real pins, seen by real JFR. Other tests' threads may be pinned in the same JVM: what counts are the places in here. */
@EnabledForJreRange(
        min = JRE.JAVA_24,
        disabledReason = "before Java 24 synchronized pins, too, and the event of a pinned thread gives no reason")
@ExtendWith(OutputCaptureExtension.class)
class PinningMonitorIT {

    private static final String BLOCKED = PinningMonitorIT.class.getName() + ".block:";

    private static final VirtualThreadTaskExecutor VIRTUAL = new VirtualThreadTaskExecutor("pinned-");

    private final AtomicLong usableBytes = new AtomicLong(Long.MAX_VALUE);

    private final PinningMonitor monitor = new PinningMonitor(
            Duration.ofMillis(20),
            Duration.ofHours(1),
            64,
            List.of("dev.tuned.threads.pinning"),
            (reason, duration) -> {},
            this.usableBytes::get);

    @AfterEach
    void close() {
        this.monitor.close();
    }

    @Test
    void aClassInitializerCountsAndIsLoggedOnce(CapturedOutput output) {
        this.monitor.start();
        run(() -> Slow.touch());
        await().untilAsserted(() -> assertThat(places("Slow")).singleElement().satisfies(place -> {
            assertThat(place.place()).startsWith(BLOCKED);
            assertThat(place.frames().toString()).contains(Slow.class.getName() + ".<clinit>:");
            assertThat(place.reason()).isEqualTo(PinnedReason.CLASS_INITIALIZER);
            assertThat(place.explanation())
                    .isEqualTo("VM call to " + Slow.class.getName() + ".<clinit> on stack, LockSupport.park");
            assertThat(place.count()).isOne();
            assertThat(place.longest()).isGreaterThan(Duration.ofMillis(20));
        }));
        await().untilAsserted(() -> assertThat(output).containsOnlyOnce(" at " + BLOCKED));
    }

    @Test
    void synchronizedIsNotPinned() {
        this.monitor.start();
        run(PinningMonitorIT::blockInSynchronized);
        // What came before the last flush has been handed over once something of a later one is there.
        run(() -> First.touch());
        await().until(() -> !places("First").isEmpty());
        run(() -> Second.touch());
        await().until(() -> !places("Second").isEmpty());
        assertThat(places("PinningMonitorIT"))
                .extracting(PinnedPlace::reason, PinnedPlace::count)
                .containsExactly(tuple(PinnedReason.CLASS_INITIALIZER, 2L));
    }

    @Test
    void nothingIsSeenAfterTheEnd() {
        this.monitor.start();
        assertThat(this.monitor.isWatching()).isTrue();
        this.monitor.close();
        assertThat(this.monitor.isWatching()).isFalse();
        assertThat(this.monitor.failure()).isNull();
    }

    @Test
    void anEndDuringTheStartIsHeld() {
        this.monitor.close();
        this.monitor.start();
        assertThat(this.monitor.isWatching()).isFalse();
    }

    @Test
    void stopsBeforeTheDiskIsFull(CapturedOutput output) {
        this.monitor.start();
        this.usableBytes.set(Disk.MIN_BYTES - 1);
        await().until(() -> !this.monitor.isWatching());
        assertThat(output)
                .containsOnlyOnce(
                        "tuned threads: pinned threads are not watched: less than 64 MB left for JFR's files");
    }

    @Test
    void doesNotStartOnAFullDisk() {
        this.usableBytes.set(0);
        this.monitor.start();
        assertThat(this.monitor.isWatching()).isFalse();
        assertThat(this.monitor.failure()).isEqualTo("less than 64 MB left for JFR's files");
    }

    /** JFR removes it when the JVM ends. */
    @Test
    void stopsWithoutALineWhenTheDirectoryIsGone(CapturedOutput output) {
        this.monitor.start();
        this.usableBytes.set(Disk.NO_DIRECTORY);
        await().until(() -> !this.monitor.isWatching());
        assertThat(output).doesNotContain("pinned threads are not watched");
        assertThat(this.monitor.failure()).isEqualTo("JFR's directory is gone");
    }

    @Test
    void startsWhereJfrHasYetToMakeTheDirectory() {
        this.usableBytes.set(Disk.NO_DIRECTORY);
        this.monitor.start();
        assertThat(this.monitor.failure()).isNotEqualTo("less than 64 MB left for JFR's files");
    }

    private List<PinnedPlace> places(String name) {
        return this.monitor.top(PinnedPlaces.MAX_PLACES).stream()
                .filter(place -> place.frames().toString().contains(name))
                .toList();
    }

    private static void run(Runnable task) {
        CompletableFuture.runAsync(task, VIRTUAL).orTimeout(1, TimeUnit.MINUTES).join();
    }

    private static void blockInSynchronized() {
        synchronized (new Object()) {
            block();
        }
    }

    /** Blocks for longer than the threshold. */
    private static void block() {
        try {
            assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static class Slow {
        static {
            block();
        }

        static void touch() {}
    }

    static class First {
        static {
            block();
        }

        static void touch() {}
    }

    static class Second {
        static {
            block();
        }

        static void touch() {}
    }
}
