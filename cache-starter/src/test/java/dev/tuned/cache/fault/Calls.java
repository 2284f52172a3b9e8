/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads of some instances that read and change, each its own keys, while something is broken: which calls failed, and how long they took. */
final class Calls implements AutoCloseable {

    private static final int KEYS = 20;
    private static final Duration HARD_TIMEOUT = Duration.ofMillis(250);
    private static final Duration MORE = Duration.ofMillis(50);

    private interface Call {

        void run() throws Exception;
    }

    private final Stalls stalls = new Stalls();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder reads = new LongAdder();
    private final LongAdder changes = new LongAdder();
    private final AtomicLong longestRead = new AtomicLong();
    private final AtomicLong longestChange = new AtomicLong();
    private final boolean futures;
    private volatile boolean goOn = true;

    Calls(List<NearApplication> instances, int threadsOfEach, boolean futures) {
        this.futures = futures;
        for (NearApplication instance : instances) {
            for (int i = 0; i < threadsOfEach; i++) {
                String owner = threads.size() + "-";
                Thread thread = new Thread(() -> run(instance, owner), "calls");
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
    }

    private void run(NearApplication instance, String owner) {
        Products products = instance.products();
        Cache cache = instance.cache("products");
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int number = 0; goOn; number++) {
            String key = owner + random.nextInt(KEYS);
            String value = key + "=" + number;
            read("find", () -> assertThat(products.find(key)).isEqualTo(Products.SOURCE.get(key)));
            read("findOnce", () -> assertThat(products.findOnce(key)).isEqualTo(Products.SOURCE.get(key)));
            change("put", () -> products.put(key, value));
            read("find after put", () -> assertThat(products.find(key)).isEqualTo(value));
            change("change", () -> products.change(key, value + "a"));
            read("find after change", () -> assertThat(products.find(key)).isEqualTo(value + "a"));
            change("evictIfPresent", () -> cache.evictIfPresent(key));
            change("putIfAbsent", () -> cache.putIfAbsent(key, value + "a"));
            if (futures) {
                read(
                        "retrieve",
                        () -> assertThat(cache.retrieve(key, () -> CompletableFuture.completedFuture(value + "a"))
                                        .get(30, TimeUnit.SECONDS))
                                .isEqualTo(value + "a"));
            }
            if (number % 5 == 0) {
                change("evictAll", products::evictAll);
            }
            if (number % 7 == 0) {
                change("invalidate", cache::invalidate);
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(3);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private void read(String what, Call call) {
        run(what, call, reads, longestRead);
    }

    private void change(String what, Call call) {
        run(what, call, changes, longestChange);
    }

    private void run(String what, Call call, LongAdder count, AtomicLong longest) {
        long begun = System.nanoTime();
        try {
            call.run();
        } catch (Exception | AssertionError ex) {
            failures.add(what + ": " + ex);
        }
        long took = System.nanoTime() - begun;
        longest.accumulateAndGet(took, Math::max);
        count.increment();
    }

    void assertNoneFailedAndNoneWasSlow() {
        assertThat(failures).as(toString()).isEmpty();
        assertThat(reads.sum()).isPositive();
        assertThat(changes.sum()).isPositive();
        assertThat(Duration.ofNanos(longestRead.get()))
                .as("read: " + this)
                .isLessThanOrEqualTo(stalls.allow(HARD_TIMEOUT.plus(MORE)));
        assertThat(Duration.ofNanos(longestChange.get()))
                .as("change: " + this)
                .isLessThanOrEqualTo(stalls.allow(HARD_TIMEOUT.plus(MORE).multipliedBy(2)));
    }

    @Override
    public String toString() {
        return reads + " reads, longest " + TimeUnit.NANOSECONDS.toMillis(longestRead.get()) + " ms, " + changes
                + " changes, longest " + TimeUnit.NANOSECONDS.toMillis(longestChange.get()) + " ms, allowed are "
                + stalls.allow(Duration.ZERO).toMillis() + " ms more, " + failures.size() + " failures";
    }

    /** Waits until the threads have ended. */
    @Override
    public void close() {
        goOn = false;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        } finally {
            stalls.close();
        }
    }
}
