/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;

/**
 * Counts a region's clears in L2. The count is part of every key, so that a clear is one operation and no document of
 * before it is ever found again. A count that is not there starts at the time, which is ahead of all that was ever counted.
 *
 * <p>The count is read again after a while, to see the clears of other nodes. Where these are not reported at the moment, it
 * is not used for longer than a second, and is read again after each change. One operation runs at a time, at most ten a
 * second while they fail; a clear that did not get through is repeated, and until then nothing in L2 is current.
 * Thread-safe.
 */
final class Generation {

    private static final Duration RETRY_AFTER = Duration.ofMillis(100);
    private static final Duration MIN_REFRESH = Duration.ofSeconds(1);
    private static final Duration ATTEMPT = Duration.ofMillis(500);

    /** L2 cannot be used at the moment, for a reason that has been logged. */
    private static final CompletableFuture<Long> UNAVAILABLE =
            CompletableFuture.failedFuture(new IllegalStateException("Couchbase has not been reached yet"));

    private final RemoteContext context;
    private final String id;
    private final Duration timeout;
    private final long refreshAfter;
    private final ChangesSinceGenerationRead changes = new ChangesSinceGenerationRead();
    private final Consumer<String> repeat;
    private final Runnable clearedLate;

    /** What is known of the count. */
    private enum State {
        /** It has to be read before it is used. */
        UNKNOWN,
        /** It is the one that was read last. */
        KNOWN,
        /** This node has cleared, and it is to be raised. */
        CLEARING
    }

    private State state = State.UNKNOWN;

    /** The largest count seen. A smaller one is of a server that has lost clears: what they removed must not come back. */
    private long count = -1;

    /** When it was read last, or could not be. */
    private long askedAt;

    private boolean failed;

    /** Whether another node has cleared since the operation that runs has begun. */
    private boolean clearedMeanwhile;

    /** Whether it was logged that a clear did not get through, which is still tried. */
    private boolean late;

    private boolean scheduled;
    private int quietRetries = 4;
    private @Nullable CompletableFuture<Long> running;

    /**
     * Creates the count without asking for it.
     *
     * @param repeat is given the keys that were changed in a generation that is over. Is called under the count's lock and
     *     returns quickly
     * @param clearedLate runs when a clear got through that had not in time
     */
    Generation(
            RemoteContext context, String id, RegionSettings settings, Consumer<String> repeat, Runnable clearedLate) {
        this.context = context;
        this.id = id;
        this.timeout = settings.getL2().getHardTimeout();
        this.refreshAfter = Math.max(settings.getL1().getTtl().toNanos(), MIN_REFRESH.toNanos());
        this.repeat = repeat;
        this.clearedLate = clearedLate;
    }

    /** The count. Waits for it only where none is known that may be used, and at most the region's hard timeout. */
    synchronized CompletableFuture<Long> current() {
        long age = context.ticker().read() - askedAt;
        boolean isRecent = !failed && age < MIN_REFRESH.toNanos();
        boolean isUsable =
                state == State.KNOWN && (isRecent || context.invalidations().isListening());
        boolean isDue = failed ? age >= RETRY_AFTER.toNanos() : !isUsable || age >= refreshAfter;
        CompletableFuture<Long> pending = (isDue && running == null) ? start() : running;
        if (isUsable && state == State.KNOWN) {
            return CompletableFuture.completedFuture(count);
        }
        if (pending == null || failed) {
            return UNAVAILABLE;
        }
        return pending.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Starts the next generation; the future says whether Couchbase has it. */
    synchronized CompletableFuture<?> advance() {
        changes.clear();
        state = State.CLEARING;
        CompletableFuture<Long> pending = (running != null) ? running : start();
        return pending.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS).whenComplete((number, error) -> {
            if (error != null) {
                notInTime();
            }
        });
    }

    private void notInTime() {
        synchronized (this) {
            late = state == State.CLEARING || running != null;
            if (late) {
                return;
            }
        }
        clearedLate.run();
    }

    /** Whether the count is known, and no clear is under way. */
    synchronized boolean isKnown() {
        return state == State.KNOWN;
    }

    /**
     * Another node cleared: the count is read before it is used again, and at once where keys were changed in the previous
     * one, whether or not anybody uses the region again.
     */
    synchronized void forget() {
        clearedMeanwhile = true;
        if (state == State.KNOWN) {
            state = State.UNKNOWN;
        }
        goOn();
    }

    /** A key was changed in a generation, which may have been over by then. Gives the CAS back. */
    long changed(String key, long number, long cas) {
        if (!changes.add(key, number)) {
            forget();
        } else if (!context.invalidations().isListening()) {
            goOnLater();
        }
        return cas;
    }

    /** Whether changes may have been made in a generation that is over, which is then looked at. */
    synchronized boolean verify() {
        if (changes.isEmpty()) {
            return false;
        }
        if (running == null) {
            var unused = start();
        }
        return true;
    }

    private CompletableFuture<Long> start() {
        CompletableFuture<Long> result = new CompletableFuture<>();
        running = result;
        step(result, 0);
        return result;
    }

    /**
     * Asks for the count.
     *
     * @param missing what a count that went back has to be raised by
     */
    private synchronized void step(CompletableFuture<Long> result, long missing) {
        boolean clears = state == State.CLEARING;
        state = clears ? State.UNKNOWN : state;
        clearedMeanwhile = false;
        changes.reading();
        // A missing count may be lost, also where this process never read it, and documents of before may be there.
        var unused = context.store()
                .add(id, (clears ? 1 : 0) + missing, ahead(), ATTEMPT)
                .whenComplete((number, error) -> {
                    if (number != null) {
                        answered(result, number);
                    } else {
                        failed(result, clears, error);
                    }
                });
    }

    /** More than any count from before, below a million clears a second: microseconds since 1970. */
    private static long ahead() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private void failed(CompletableFuture<Long> result, boolean cleared, Throwable error) {
        synchronized (this) {
            if (cleared) {
                state = State.CLEARING;
            }
            // Not an outage yet: a request that meets the SDK while it is still learning about the nodes is lost.
            if (quietRetries-- > 0 && context.schedule(() -> step(result, 0), RETRY_AFTER)) {
                return;
            }
            quietRetries = 0;
            running = null;
            failed = true;
            askedAt = context.ticker().read();
            if (isOpen()) {
                goOnLater();
            }
        }
        result.completeExceptionally(error);
    }

    private void answered(CompletableFuture<Long> result, long number) {
        boolean wasLate;
        synchronized (this) {
            quietRetries = 0;
            if (number < count || clearedMeanwhile || state == State.CLEARING) {
                step(result, (number < count) ? ahead() - number : 0);
                return;
            }
            changes.read(number).forEach(repeat);
            running = null;
            failed = false;
            state = State.KNOWN;
            count = number;
            askedAt = context.ticker().read();
            wasLate = late;
            late = false;
            if (isOpen()) {
                goOnLater();
            }
        }
        if (wasLate) {
            clearedLate.run();
        }
        result.complete(number);
    }

    /** Whether something is left to be done, although no call asks for it. */
    private boolean isOpen() {
        return state == State.CLEARING
                || (!changes.isEmpty()
                        && (state == State.UNKNOWN || !context.invalidations().isListening()));
    }

    private void goOn() {
        if (isOpen() && running == null) {
            var unused = start();
        }
    }

    private synchronized void goOnLater() {
        if (!scheduled) {
            scheduled = context.schedule(this::goOnNow, RETRY_AFTER);
        }
    }

    private synchronized void goOnNow() {
        scheduled = false;
        goOn();
    }
}
