/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.Product;
import dev.tuned.cache.remote.LookupResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Entries that are reloaded in the background before their TTL ends. */
class RefreshAheadTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final Duration DUE = Duration.ofSeconds(48);

    private final TestRegion.Store store = new TestRegion.Store();
    private final ThreadLocal<String> context = new ThreadLocal<>();
    private final TestRegion node = new TestRegion(
            store, TestRegion.settings(0.8, Duration.ZERO, TestRegion.PATIENT), TestRegion.decorated(task -> {
                String caller = context.get();
                return () -> {
                    context.set(caller);
                    task.run();
                };
            }));
    private final RegionUnderTest region = node.region;
    private final AtomicInteger loads = new AtomicInteger();

    @AfterEach
    void stop() {
        node.close();
    }

    private Product load() {
        loads.incrementAndGet();
        return PRODUCT;
    }

    /** Asks at once: most callers have nothing to wait for. */
    private void awaitRefreshes(int count) {
        await().pollDelay(Duration.ZERO)
                .until(() -> node.counters().parsesSkipped.sum() == count);
        await().pollDelay(Duration.ZERO).until(() -> node.inL1("1") != null);
    }

    @Test
    void thousandReadsOfAHotKeyAreOneReadOfL2AndItsRefreshes() {
        node.putElsewhere("1", PRODUCT);
        for (int i = 0; i < 1_000; i++) {
            if (node.inL1("1") == null) {
                assertThat(region.find("1").value()).isEqualTo(PRODUCT);
            }
            awaitRefreshes((int) node.counters().refreshes.sum());
            node.pass(Duration.ofMillis(120));
        }
        assertThat(node.counters().refreshes.sum()).isEqualTo(2);
        assertThat(store.gets).hasValue(3);
    }

    @Test
    void unchangedDocumentIsNotParsedAgainAndTheObjectStays() throws Exception {
        Object loaded = region.load("1", this::load);
        node.pass(DUE);
        assertThat(region.load("1", this::load)).isSameAs(loaded);
        awaitRefreshes(1);
        node.pass(DUE.minusNanos(1));
        assertThat(node.inL1("1")).isSameAs(loaded);
        assertThat(loads).hasValue(1);
    }

    @Test
    void putIsRefreshedWithoutParsing() {
        region.put("1", PRODUCT);
        node.pass(DUE);
        region.find("1");
        awaitRefreshes(1);
        assertThat(node.inL1("1")).isSameAs(PRODUCT);
    }

    @Test
    void changedDocumentReplacesTheValue() {
        region.put("1", PRODUCT);
        node.putElsewhere("1", AnyChange.NEW);
        node.pass(DUE);
        assertThat(region.find("1").value()).isSameAs(PRODUCT);
        await().until(() -> AnyChange.NEW.equals(node.inL1("1")));
        assertThat(node.counters().parsesSkipped.sum()).isZero();
    }

    @Test
    void loaderIsAskedInTheBackgroundOnceL2HasNothing() throws Exception {
        region.load("1", this::load);
        store.documents.clear();
        node.pass(DUE);
        context.set("caller's");
        AtomicReference<String> thread = new AtomicReference<>();
        AtomicReference<String> carried = new AtomicReference<>();
        Object served = region.load("1", () -> {
            thread.set(Thread.currentThread().getName());
            carried.set(context.get());
            return AnyChange.NEW;
        });
        assertThat(served).isSameAs(PRODUCT);
        await().until(() -> node.inL1("1") == AnyChange.NEW);
        assertThat(thread.get()).startsWith("tuned-cache-");
        assertThat(carried).hasValue("caller's");
    }

    @Test
    void futureLoaderIsAskedInTheBackgroundOnceL2HasNothing() {
        region.put("1", PRODUCT);
        store.documents.clear();
        node.pass(DUE);
        CompletableFuture<?> served = region.loadLater("1", () -> CompletableFuture.completedFuture(AnyChange.NEW));
        assertThat(served.join()).isSameAs(PRODUCT);
        await().until(() -> node.inL1("1") == AnyChange.NEW);
    }

    @Test
    void failedRefreshChangesNothingAndIsNotRepeatedForAMoment() throws Exception {
        region.load("1", this::load);
        store.documents.clear();
        node.pass(DUE);
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertThat(region.load("1", () -> fail(failures))).isSameAs(PRODUCT);
        }
        await().until(() -> failures.get() == 1 && region.pendingCount() == 0);
        assertThat(region.load("1", () -> fail(failures))).isSameAs(PRODUCT);
        assertThat(failures).hasValue(1);
        node.pass(Duration.ofSeconds(1));
        assertThat(region.load("1", () -> fail(failures))).isSameAs(PRODUCT);
        await().until(() -> failures.get() == 2);
    }

    private static Object fail(AtomicInteger failures) {
        failures.incrementAndGet();
        throw new IllegalStateException("no source");
    }

    @Test
    void whatL2HasNoMoreIsDroppedByAReadWithoutALoader() {
        region.put("1", PRODUCT);
        store.documents.clear();
        node.pass(DUE);
        assertThat(region.find("1").value()).isSameAs(PRODUCT);
        await().until(() -> region.find("1") == LookupResult.ABSENT);
    }

    @ParameterizedTest
    @EnumSource
    void changeWinsOverARefreshThatHasAskedL2(AnyChange change) {
        region.put("1", PRODUCT);
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.getGate = gate;
        node.pass(DUE);
        assertThat(region.find("1").value()).isSameAs(PRODUCT);
        assertThat(store.gets).hasValue(1);
        store.getGate = CompletableFuture.completedFuture(null);
        change.make(node);
        gate.complete(null);
        await().until(() -> node.counters().l2Hits.sum() == 1);
        assertThat(region.find("1").value()).isEqualTo(change.leavesAValue() ? AnyChange.NEW : null);
    }

    @ParameterizedTest
    @EnumSource
    void changeWinsOverARefreshThatLoads(AnyChange change) throws Exception {
        region.put("1", PRODUCT);
        store.documents.clear();
        node.pass(DUE);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        region.load("1", () -> {
            begun.countDown();
            gate.await();
            ended.countDown();
            return new Product("1", 2);
        });
        begun.await();
        change.make(node);
        Object after = region.find("1").value();
        gate.countDown();
        ended.await();
        assertThat(after).isEqualTo(change.leavesAValue() ? AnyChange.NEW : null);
        for (int i = 0; i < 100; i++) {
            assertThat(Objects.equals(region.find("1").value(), after)).isTrue();
        }
    }
}
