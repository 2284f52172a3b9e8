/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisSystemException;

/**
 * After five failures in a row Redis is not asked for half a second; then one operation tries. What counts is an operation that had begun and had
 * no answer within the hard time-out, or no connection; an error that Redis answers does not. Thread-safe.
 */
public final class Breaker {

    private static final Log log = LogFactory.getLog(Breaker.class);
    private static final int THRESHOLD = 5;
    private static final long OPEN = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final String what;
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicBoolean trial = new AtomicBoolean();
    private final AtomicLong warned = new AtomicLong(System.nanoTime() - QUIET);
    private final LongAdder failures = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private volatile long failedAt;

    Breaker(String what) {
        this.what = what;
    }

    /** Whether an operation may begin. Each that may ends with {@link #ended}. */
    boolean allows() {
        if (!isOpen() || (mayTry() && trial.compareAndSet(false, true))) {
            return true;
        }
        rejected.increment();
        return false;
    }

    /** Whether an operation would be allowed. */
    public boolean mayTry() {
        return !isOpen() || (!trial.get() && System.nanoTime() - failedAt >= OPEN);
    }

    /** Whether Redis is not asked. */
    public boolean isOpen() {
        return inARow.get() >= THRESHOLD;
    }

    /**
     * An operation ended.
     *
     * @param failure null: it succeeded
     * @param asked whether Redis was asked; if not, nothing is known of it
     */
    void ended(@Nullable Throwable failure, boolean asked) {
        if (!asked || failure instanceof CancellationException || failure instanceof IllegalStateException) {
            // Given up before it began, interrupted, or this application's connection factory is stopped.
            trial.set(false);
            return;
        }
        if (failure == null
                || failure instanceof RedisSystemException
                || failure instanceof InvalidDataAccessApiUsageException) {
            // Redis answered.
            inARow.set(0);
        } else {
            failedAt = System.nanoTime();
            inARow.incrementAndGet();
        }
        trial.set(false);
        if (failure != null) {
            count(failure);
        }
    }

    /** One line a minute: an outage has thousands of failures. */
    private void count(Throwable cause) {
        failures.increment();
        long last = warned.get();
        long now = System.nanoTime();
        if (now - last >= QUIET && warned.compareAndSet(last, now)) {
            log.warn("Near caches continue without Redis: " + what + " failed with " + cause);
        }
    }

    /** Operations that failed. */
    public long failures() {
        return failures.sum();
    }

    /** Operations that did not begin, because it was open. */
    public long rejected() {
        return rejected.sum();
    }
}
