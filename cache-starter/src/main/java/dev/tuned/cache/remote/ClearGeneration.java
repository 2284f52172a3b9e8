/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.store.L2Store;

/**
 * Counts a region's clears in L2. The count is part of every key, so that a clear is one operation and no document of
 * before it is ever found again.
 *
 * <p>The count is read in the background and again after a while, to see the clears of other nodes. One operation runs
 * at a time, at most ten a second while they fail; a clear that did not get through is repeated, and until then nothing
 * in L2 is current. Thread-safe.
 */
final class ClearGeneration {

    private static final long UNKNOWN = -1;
    private static final long RETRY_AFTER = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORTEST_REFRESH = TimeUnit.SECONDS.toNanos(1);

    private static final Duration ATTEMPT = Duration.ofMillis(500);

    private final L2Store store;
    private final String id;
    private final Duration timeout;
    private final long refreshAfter;
    private final Ticker ticker;
    private final ScheduledExecutorService scheduler;
    private final ChangesSinceGenerationRead changes = new ChangesSinceGenerationRead();
    private final Consumer<String> repeat;
    private final Runnable clearedLate;

    private long value = UNKNOWN;
    private long readAt;
    /** When it could not be read; {@code null} since it could. */
    private @Nullable Long failedAt;

    private Next next = Next.NOTHING;
    /** Whether it was logged that a clear did not get through, which is still tried. */
    private boolean late;
    /** What a count that went back has to be raised by. */
    private long missing;

    /** The largest count seen. A smaller one is of a server that has lost clears: what they removed must not come back. */
    private long highest;

    private int quietRetries = 4;
    private @Nullable CompletableFuture<Long> running;

    /** What has to follow the operation that runs. */
    private enum Next {
        NOTHING,
        /** Another node cleared: what is on its way may be of before that. */
        READ,
        /** This node cleared. */
        CLEAR
    }

    /**
     * Creates the count without asking for it.
     *
     * @param scheduler repeats what did not get through
     * @param repeat is given the keys that were changed in a generation that is over. Is called under the count's lock and
     *     returns quickly
     * @param clearedLate runs when a clear got through that had not in time
     */
    ClearGeneration(
            L2Store store,
            String id,
            RegionSettings settings,
            Ticker ticker,
            ScheduledExecutorService scheduler,
            Consumer<String> repeat,
            Runnable clearedLate) {
        this.store = store;
        this.id = id;
        this.timeout = settings.getL2().getHardTimeout();
        this.refreshAfter = Math.max(settings.getL1().getTtl().toNanos(), SHORTEST_REFRESH);
        this.ticker = ticker;
        this.scheduler = scheduler;
        this.repeat = repeat;
        this.clearedLate = clearedLate;
    }

    /** The count. Waits for it only when it has never been asked for before, and at most the region's hard timeout. */
    synchronized CompletableFuture<Long> current() {
        long now = ticker.read();
        boolean due =
                (failedAt != null) ? now - failedAt >= RETRY_AFTER : value == UNKNOWN || now - readAt >= refreshAfter;
        CompletableFuture<Long> pending = running;
        if (due && pending == null) {
            pending = start();
        }
        if (value != UNKNOWN) {
            return CompletableFuture.completedFuture(value);
        }
        if (pending == null || failedAt != null) {
            return CompletableFuture.failedFuture(new UnavailableException());
        }
        return pending.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Starts the next generation; the future says whether Couchbase has it. */
    synchronized CompletableFuture<?> advance() {
        changes.clear();
        value = UNKNOWN;
        next = Next.CLEAR;
        CompletableFuture<Long> pending = (running != null) ? running : start();
        return pending.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS).whenComplete((count, error) -> {
            if (error != null) {
                notInTime();
            }
        });
    }

    private void notInTime() {
        synchronized (this) {
            late = next == Next.CLEAR || running != null;
            if (late) {
                return;
            }
        }
        clearedLate.run();
    }

    /** Whether the count is known, and no clear is under way. */
    synchronized boolean isKnown() {
        return value != UNKNOWN;
    }

    /** Another node cleared: the count is asked for before it is used again. */
    synchronized void forget() {
        value = UNKNOWN;
        if (next == Next.NOTHING) {
            next = Next.READ;
        }
    }

    /** A key was changed in a generation, which may have been over by then. Gives the CAS back. */
    long changed(String key, long number, long cas) {
        if (!changes.add(key, number)) {
            forget();
        }
        return cas;
    }

    private CompletableFuture<Long> start() {
        CompletableFuture<Long> result = new CompletableFuture<>();
        running = result;
        step(result);
        return result;
    }

    private synchronized void step(CompletableFuture<Long> result) {
        boolean clear = next == Next.CLEAR;
        long delta = (clear ? 1 : 0) + missing;
        missing = 0;
        next = Next.NOTHING;
        changes.reading();
        var unused =
                store.add(id, delta, 0, ATTEMPT).whenComplete((count, error) -> settle(result, clear, count, error));
    }

    private void settle(
            CompletableFuture<Long> result, boolean clear, @Nullable Long count, @Nullable Throwable error) {
        boolean wasLate = false;
        synchronized (this) {
            if (clear && count == null) {
                next = Next.CLEAR;
            }
            if (count == null && quietRetries-- > 0) {
                // Not an outage yet: a request that meets the SDK while it is still learning about the nodes is lost.
                if (afterAWhile(() -> step(result))) {
                    return;
                }
            }
            quietRetries = 0;
            if (count != null && count < highest) {
                missing = highest + 1 - count;
            }
            boolean again = next != Next.NOTHING || missing > 0;
            if (count != null && !again) {
                changes.read(count).forEach(repeat);
                again = next == Next.CLEAR;
            }
            if (count != null && again) {
                step(result);
                return;
            }
            running = null;
            if (count == null) {
                failedAt = ticker.read();
                if (next == Next.CLEAR) {
                    var unused = afterAWhile(this::clearAgain);
                }
            } else {
                failedAt = null;
                value = count;
                highest = count;
                readAt = ticker.read();
                wasLate = late;
                late = false;
            }
        }
        if (wasLate) {
            clearedLate.run();
        }
        if (error != null) {
            result.completeExceptionally(error);
        } else {
            result.complete(count);
        }
    }

    private synchronized void clearAgain() {
        if (next == Next.CLEAR && running == null) {
            var unused = start();
        }
    }

    /** Whether it will: not when the application ends. */
    private boolean afterAWhile(Runnable task) {
        try {
            var unused = scheduler.schedule(task, RETRY_AFTER, TimeUnit.NANOSECONDS);
            return true;
        } catch (RejectedExecutionException ex) {
            return false;
        }
    }

    /** L2 cannot be used at the moment, for a reason that has been logged. */
    static final class UnavailableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnavailableException() {
            super("Couchbase has not been reached yet", null, false, false);
        }
    }
}
