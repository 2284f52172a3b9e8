/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.resilience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.resilience4j.bulkhead.annotation.Bulkhead;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.timelimiter.annotation.TimeLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

/** What is guarded. Those that take a file's name wait for the file. */
@Service
class Calls {

    private static final Logger logger = LoggerFactory.getLogger(Calls.class);
    private static final long POLL_MILLIS = 10;

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger current = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @CircuitBreaker(name = "shop")
    String breaker(boolean fail) {
        if (fail) {
            throw new IllegalStateException("asked to fail");
        }
        return "through the breaker";
    }

    @Bulkhead(name = "desk")
    String bulkhead(String file) throws InterruptedException {
        return await(file);
    }

    @Bulkhead(name = "pool", type = Bulkhead.Type.THREADPOOL)
    CompletableFuture<String> pool() {
        return CompletableFuture.completedFuture("in " + Thread.currentThread().getName());
    }

    @TimeLimiter(name = "slow")
    CompletableFuture<String> never() {
        return new CompletableFuture<>();
    }

    @Retry(name = "again")
    String again() {
        return third();
    }

    @Retryable(maxRetries = 2, delay = 1)
    String springsRetry() {
        return third();
    }

    private String third() {
        int attempt = attempts.incrementAndGet();
        if (attempt % 3 != 0) {
            throw new IllegalStateException("attempt " + attempt);
        }
        return "attempt " + attempt;
    }

    /** Waits for its turn. */
    @ConcurrencyLimit(1)
    String limited(String file) throws InterruptedException {
        return await(file);
    }

    @ConcurrencyLimit(limit = 1, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
    String rejecting(String file) throws InterruptedException {
        return await(file);
    }

    /** In a thread of Boot's executor. */
    @Async
    @ConcurrencyLimit(2)
    CompletableFuture<String> limitedAsynchronously(String file) throws InterruptedException {
        return CompletableFuture.completedFuture(await(file));
    }

    private String await(String file) throws InterruptedException {
        logger.info("holding until {}", file);
        most.accumulateAndGet(current.incrementAndGet(), Math::max);
        while (!Files.exists(Path.of(file))) {
            Thread.sleep(POLL_MILLIS);
        }
        current.decrementAndGet();
        return "held until " + file;
    }

    /** The largest number of calls that waited at once since this was last asked for. */
    int most() {
        return most.getAndSet(0);
    }
}
