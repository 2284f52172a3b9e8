/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.StoreListener.Operation;
import dev.tuned.cache.store.StoreListener.Outcome;

/**
 * A store that is left alone while it is out of reach, notifies listeners of every operation, and logs every outage.
 * Thread-safe.
 *
 * <p>An answer is a success, also one that there is no such document, that it has another CAS, or that the value is too
 * large. While the breaker is open every operation fails at once with {@link BreakerOpenException}.
 *
 * <p>A client that is still connecting is not an outage: until the store answers for the first time, failures count
 * only when {@value #MAX_CONNECT_SECONDS} seconds have passed since the first operation.
 */
public final class MonitoredStore implements L2Store, AutoCloseable {

    /** Connecting for the first time took 3 to 7 s in a cold JVM on a busy machine, and 0.2 s in a warm one. */
    static final int MAX_CONNECT_SECONDS = 5;

    private static final Log log = LogFactory.getLog(MonitoredStore.class);

    /** A store that answers now and then would otherwise write a line for each answer. */
    private static final long QUIET = TimeUnit.SECONDS.toNanos(1);

    private static final long MAX_CONNECT_NANOS = TimeUnit.SECONDS.toNanos(MAX_CONNECT_SECONDS);

    /** Failures that show that the store works. Loaded with this class: where the stack ends, no class can be initialized. */
    private static final Set<FailureKind> ANSWERS = EnumSet.of(FailureKind.ANSWER, FailureKind.TOO_LARGE);

    private record LastError(String summary, Instant at) {}

    private final L2Store store;
    private final CircuitBreaker breaker;
    private final String name;
    private final List<StoreListener> listeners;
    private final Ticker ticker;

    private volatile boolean reached;
    private volatile boolean closed;
    private volatile @Nullable LastError lastError;
    private volatile boolean down;
    private volatile long failedAt;
    private volatile @Nullable Long firstAsked;

    /**
     * Puts the breaker in front of a store.
     *
     * @param store what is asked; stays its owner's to close
     * @param settings when it is left alone
     * @param name what log lines call it, such as {@code Couchbase bucket 'cache'}
     * @param listeners are notified of every operation
     * @param ticker tells the time, in nanoseconds
     */
    public MonitoredStore(
            L2Store store, BreakerSettings settings, String name, List<StoreListener> listeners, Ticker ticker) {
        this.store = store;
        this.breaker = new CircuitBreaker(settings, ticker);
        this.name = name;
        this.listeners = List.copyOf(listeners);
        this.ticker = ticker;
    }

    /** How the store is doing. */
    public StoreState state() {
        LastError error = lastError;
        return new StoreState(
                breaker.state(),
                breaker.since(),
                breaker.failures(),
                reached,
                (error != null) ? error.summary() : null,
                (error != null) ? error.at() : null);
    }

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        return watch(Operation.GET, timeout, () -> store.get(id, timeout));
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        return watch(Operation.PUT, timeout, () -> store.put(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        return watch(Operation.INSERT, timeout, () -> store.insert(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        return watch(Operation.REPLACE, timeout, () -> store.replace(id, content, expiry, cas, timeout));
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        return watch(Operation.ADD, timeout, () -> store.add(id, delta, initial, timeout));
    }

    @Override
    public FailureKind kind(Throwable cause) {
        return store.kind(cause);
    }

    @Override
    public String summary(Throwable cause) {
        return store.summary(cause);
    }

    /** From here on the connection ends because the application does, which is no outage. */
    @Override
    public void close() {
        closed = true;
    }

    private <T extends @Nullable Object> CompletableFuture<T> watch(
            Operation operation, Duration timeout, Supplier<CompletableFuture<T>> call) {
        long permit = breaker.acquire(timeout);
        if (permit == CircuitBreaker.REJECTED) {
            notifyListeners(operation, Outcome.REJECTED, 0);
            return CompletableFuture.failedFuture(new BreakerOpenException());
        }
        CompletableFuture<T> answered;
        long start;
        try {
            start = ticker.read();
            if (firstAsked == null) {
                firstAsked = start;
            }
            answered = Failures.attempt(call);
        } catch (Throwable ex) {
            breaker.failed(permit);
            throw ex;
        }
        return answered.whenComplete((answer, error) -> {
            Outcome outcome = (error == null) ? succeeded(permit) : failed(permit, Failures.cause(error));
            notifyListeners(operation, outcome, ticker.read() - start);
        });
    }

    private Outcome succeeded(long permit) {
        reached = true;
        breaker.succeeded(permit);
        logRecovery();
        return Outcome.SUCCESS;
    }

    private Outcome failed(long permit, Throwable cause) {
        try {
            return judged(permit, cause);
        } catch (Throwable ex) {
            // What it was is unknown, and the permit is given back all the same.
            breaker.failed(permit);
            throw ex;
        }
    }

    private Outcome judged(long permit, Throwable cause) {
        FailureKind kind = store.kind(cause);
        if (ANSWERS.contains(kind)) {
            return succeeded(permit);
        }
        String summary = store.summary(cause);
        lastError = new LastError(summary, Instant.now());
        if (!closed && !connecting() && kind != FailureKind.INVALID) {
            breaker.failed(permit);
            logFailure(summary, cause);
        }
        return (kind == FailureKind.TIMEOUT) ? Outcome.TIMEOUT : Outcome.FAILURE;
    }

    private boolean connecting() {
        Long first = firstAsked;
        return !reached && first != null && ticker.read() - first < MAX_CONNECT_NANOS;
    }

    /** Says once that the store is out of reach, however many operations fail. */
    private void logFailure(String summary, Throwable cause) {
        failedAt = ticker.read();
        if (!down && isChange(true)) {
            log.warn(name + " does not answer: reads are served from L1 and the loader, "
                    + "nothing is kept in L2 until it answers again. Cause: " + summary);
        }
        log.debug("Operation on " + name + " failed", cause);
    }

    /** Says once that it is back, which it is when an operation succeeds and none has failed for a second. */
    private void logRecovery() {
        if (down && ticker.read() - failedAt >= QUIET && isChange(false)) {
            log.info(name + " answers again: L2 is in use");
        }
    }

    private synchronized boolean isChange(boolean now) {
        boolean changed = down != now;
        down = now;
        return changed;
    }

    private void notifyListeners(Operation operation, Outcome outcome, long nanos) {
        for (StoreListener listener : listeners) {
            try {
                listener.completed(operation, outcome, nanos);
            } catch (RuntimeException ex) {
                // The answer is its caller's, whatever a listener makes of it.
                log.warn("A listener to the operations on L2 failed", ex);
            }
        }
    }
}
