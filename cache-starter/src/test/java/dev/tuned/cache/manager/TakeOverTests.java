/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Of many who have waited too long for a load one takes it over. */
class TakeOverTests {

    private static final Product FIRST = new Product("1", 1);
    private static final Product SECOND = new Product("1", 2);
    private static final int WAITERS = 200;

    private final TestRegion node = new TestRegion(new TestRegion.Store(), Settings.plain());
    private final RegionUnderTest region = node.region;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch hung = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger asynchronousCalls = new AtomicInteger();
    private final AtomicInteger failingCalls = new AtomicInteger();

    @AfterEach
    void stop() {
        hung.countDown();
        threads.shutdownNow();
        node.close();
    }

    private Product load(AtomicInteger count) {
        if (count.incrementAndGet() == 1) {
            awaitHung();
            return FIRST;
        }
        // Long enough for a stampede to be seen.
        try {
            TimeUnit.MILLISECONDS.sleep(500);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        return SECOND;
    }

    private void awaitHung() {
        try {
            hung.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** C6: 199 calls by 200 waiters. */
    @Test
    void oneOfManyWaitersTakesALoadOver() throws Exception {
        Future<Object> slow = threads.submit(() -> region.load("1", () -> load(calls)));
        var unusedFirst = threads.submit(
                () -> region.loadLater("2", () -> CompletableFuture.completedFuture(load(asynchronousCalls))));
        var unusedFailing = threads.submit(() -> region.load("3", () -> {
            failingCalls.incrementAndGet();
            awaitHung();
            return FIRST;
        }));
        await().until(() -> calls.get() == 1 && asynchronousCalls.get() == 1 && failingCalls.get() == 1);
        List<Future<Object>> waiters = new ArrayList<>();
        List<CompletableFuture<?>> asynchronous = new ArrayList<>();
        List<Future<Object>> failing = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(threads.submit(() -> region.load("1", () -> load(calls))));
            asynchronous.add(region.loadLater("2", () -> CompletableFuture.supplyAsync(() -> load(asynchronousCalls))));
            failing.add(threads.submit(() -> region.load("3", () -> {
                failingCalls.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(500);
                throw new IllegalArgumentException("no such product");
            })));
        }
        for (Future<Object> waiter : waiters) {
            assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo(SECOND);
        }
        for (CompletableFuture<?> waiter : asynchronous) {
            assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo(SECOND);
        }
        for (Future<Object> waiter : failing) {
            assertThat(waiter)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseExactlyInstanceOf(IllegalArgumentException.class);
        }
        assertThat(calls).hasValue(2);
        assertThat(asynchronousCalls).hasValue(2);
        assertThat(failingCalls).hasValue(2);
        hung.countDown();
        assertThat(slow.get(60, TimeUnit.SECONDS)).isEqualTo(FIRST);
        await().until(() -> region.pendingCount() == 0);
    }
}
