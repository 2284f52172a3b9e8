/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import com.couchbase.client.core.error.CouchbaseException;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.dao.DataAccessException;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads of some instances that read and change, each its own keys, while something is broken: which calls failed, and how long they took. */
final class Calls implements AutoCloseable {

    private static final int KEYS = 20;
    private static final Duration HARD_TIMEOUT = Duration.ofMillis(250);
    private static final Duration MORE = Duration.ofMillis(50);

    private static final Duration FAR_LESS_THAN_A_MINUTE = Duration.ofSeconds(10);

    private final Stalls stalls = new Stalls();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Long> reads = new ConcurrentLinkedQueue<>();
    private final Queue<Long> changes = new ConcurrentLinkedQueue<>();
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
            read("find", Products.SOURCE.get(key), () -> products.find(key));
            read("findOnce", Products.SOURCE.get(key), () -> products.findOnce(key));
            change("put", () -> products.put(key, value));
            read("find after put", value, () -> products.find(key));
            change("change", () -> {
                products.change(key, value + "a");
                return null;
            });
            read("find after change", value + "a", () -> products.find(key));
            change("evictIfPresent", () -> cache.evictIfPresent(key));
            change("putIfAbsent", () -> {
                try {
                    return cache.putIfAbsent(key, value + "a");
                } catch (DataAccessException | CouchbaseException ex) {
                    // As without the starter.
                    return null;
                }
            });
            if (futures) {
                read(
                        "retrieve",
                        value + "a",
                        () -> cache.retrieve(key, () -> CompletableFuture.completedFuture(value + "a"))
                                .get(30, TimeUnit.SECONDS));
            }
            if (number % 5 == 0) {
                change("evictAll", () -> {
                    products.evictAll();
                    return null;
                });
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

    private void read(String what, @Nullable String expected, Callable<@Nullable Object> call) {
        Object value = run(what, call, reads);
        if (!Objects.equals(value, expected)) {
            failures.add(what + ": " + value + " instead of " + expected);
        }
    }

    private void change(String what, Callable<@Nullable Object> call) {
        run(what, call, changes);
    }

    private @Nullable Object run(String what, Callable<@Nullable Object> call, Queue<Long> times) {
        long begun = System.nanoTime();
        try {
            return call.call();
        } catch (Exception ex) {
            failures.add(what + ": " + ex);
            return null;
        } finally {
            times.add(System.nanoTime() - begun);
        }
    }

    /** What most calls took; none waited for as long as the client does. */
    void assertNoneFailedAndNoneWasSlow() {
        assertThat(failures).as(toString()).isEmpty();
        assertThat(reads).isNotEmpty();
        assertThat(changes).isNotEmpty();
        assertThat(percentile(reads, 90))
                .as("read: " + this)
                .isLessThanOrEqualTo(stalls.allow(HARD_TIMEOUT.plus(MORE)));
        assertThat(percentile(changes, 90))
                .as("change: " + this)
                .isLessThanOrEqualTo(stalls.allow(HARD_TIMEOUT.plus(MORE).multipliedBy(2)));
        assertThat(percentile(reads, 100)).as("read: " + this).isLessThan(FAR_LESS_THAN_A_MINUTE);
        assertThat(percentile(changes, 100)).as("change: " + this).isLessThan(FAR_LESS_THAN_A_MINUTE);
    }

    private static Duration percentile(Queue<Long> times, int percentile) {
        List<Long> sorted = times.stream().sorted().toList();
        return sorted.isEmpty() ? Duration.ZERO : Duration.ofNanos(sorted.get((sorted.size() - 1) * percentile / 100));
    }

    @Override
    public String toString() {
        return reads.size() + " reads, longest " + percentile(reads, 100).toMillis() + " ms, " + changes.size()
                + " changes, longest "
                + percentile(changes, 100).toMillis() + " ms, allowed are "
                + stalls.allow(Duration.ZERO).toMillis() + " ms more, failures: " + failures;
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
