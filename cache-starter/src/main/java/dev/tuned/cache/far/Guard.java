/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.util.ReflectionUtils;

/**
 * The time-out, the threads and the circuit breaker of reads or of changes of a store. After five failures in a row it is not asked for half a
 * second; then one operation tries. What counts is an operation that had begun and had no answer in time, or no connection; an error that the
 * store answers does not. An operation that is given up may still be carried out later. Thread-safe.
 */
public final class Guard implements AutoCloseable {

    private static final Log log = LogFactory.getLog(Guard.class);
    private static final int THRESHOLD = 5;
    private static final int UNANSWERED = 1_000;
    private static final long OPEN = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final String store;
    private final String what;
    private final Predicate<Throwable> answers;
    private final long timeout;
    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor background;
    private final ThreadPoolExecutor late;
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicLong triedAt = new AtomicLong();
    private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - QUIET);
    private final LongAdder failures = new LongAdder();

    /**
     * Creates a guard.
     *
     * @param store its name, for the log
     * @param what is guarded, for the log
     * @param answers whether a failure is an answer of the store, not a sign that it is away
     * @param timeout how long one operation is waited for
     * @param threads makes its threads, at most 36
     */
    public Guard(String store, String what, Predicate<Throwable> answers, Duration timeout, ThreadFactory threads) {
        this.store = store;
        this.what = what;
        this.answers = answers;
        this.timeout = timeout.toNanos();
        this.threads = pool(16, 10_000, threads);
        this.background = pool(4, 20_000, threads);
        this.late = pool(16, 10_000, threads);
    }

    private static ThreadPoolExecutor pool(int size, int waiting, ThreadFactory threads) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    // The circuit breaker

    /** Whether the store is not asked. */
    public boolean isOpen() {
        return inARow.get() >= THRESHOLD;
    }

    /** Whether an operation would be allowed. */
    public boolean mayTry() {
        return !isOpen() || System.nanoTime() - triedAt.get() >= OPEN;
    }

    private boolean allows() {
        long last = triedAt.get();
        return !isOpen() || (mayTry() && triedAt.compareAndSet(last, System.nanoTime()));
    }

    private void ended(@Nullable Throwable failure) {
        if (failure instanceof CancellationException || failure instanceof IllegalStateException) {
            // Somebody was interrupted, or this application's connection factory has been stopped.
            return;
        }
        if (failure == null || answers.test(failure)) {
            inARow.set(0);
        } else {
            triedAt.set(System.nanoTime());
            inARow.incrementAndGet();
        }
        if (failure != null) {
            failures.increment();
            // One line a minute: an outage has thousands of failures.
            long last = warnedAt.get();
            if (System.nanoTime() - last >= QUIET && warnedAt.compareAndSet(last, System.nanoTime())) {
                log.warn("Near caches continue without " + store + ": " + what + " failed with "
                        + NestedExceptionUtils.getMostSpecificCause(failure));
            }
        }
    }

    /** What a future failed with. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    // Operations

    /** Carries out what blocks, on the current thread. */
    public static <T extends @Nullable Object> CompletableFuture<T> now(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, Runnable::run);
    }

    /** An operation that the breaker has allowed. The breaker counts how it ends. */
    private final class Operation<T extends @Nullable Object> extends CompletableFuture<T> {

        private final AtomicBoolean told = new AtomicBoolean();
        private volatile boolean begun;

        void begin(Supplier<CompletableFuture<T>> call) {
            if (!isDone()) {
                begun = true;
                try {
                    CompletableFuture<T> answer = call.get();
                    var unused = answer.whenComplete(this::end);
                    // What is given up need not be carried out.
                    unused = whenComplete((value, failure) -> answer.cancel(true));
                } catch (RuntimeException ex) {
                    end(null, ex);
                }
            }
        }

        /** The breaker knows before the caller does. If the operation has not begun, this machine is slow, not the store. */
        private void end(@Nullable T value, @Nullable Throwable thrown) {
            Throwable failure = (thrown != null) ? cause(thrown) : null;
            if (begun && told.compareAndSet(false, true)) {
                ended(failure);
            }
            if (failure == null) {
                complete(value);
            } else {
                completeExceptionally(failure);
            }
        }

        void giveUp() {
            end(
                    null,
                    new QueryTimeoutException(
                            store + " did not answer within " + TimeUnit.NANOSECONDS.toMillis(timeout) + " ms"));
        }

        @Nullable
        T await(boolean mayBeLate) {
            try {
                return get(timeout, TimeUnit.NANOSECONDS);
            } catch (TimeoutException ex) {
                if (mayBeLate) {
                    return null;
                }
                giveUp();
                return await(false);
            } catch (InterruptedException ex) {
                cancel(false);
                Thread.currentThread().interrupt();
                throw new QueryTimeoutException("Interrupted while " + store + " was waited for", ex);
            } catch (ExecutionException ex) {
                if (ex.getCause() instanceof RuntimeException || ex.getCause() instanceof Error) {
                    ReflectionUtils.rethrowRuntimeException(ex.getCause());
                }
                throw new DataAccessResourceFailureException(store + " failed", ex.getCause());
            }
        }
    }

    private <T extends @Nullable Object> Operation<T> operation(Supplier<CompletableFuture<T>> call, boolean blocks) {
        Operation<T> operation = new Operation<>();
        try {
            if (!allows()) {
                operation.end(null, new DataAccessResourceFailureException(store + " failed and is not asked now"));
            } else if (blocks) {
                threads.execute(() -> operation.begin(call));
            } else {
                operation.begin(call);
            }
        } catch (RejectedExecutionException ex) {
            operation.end(null, new DataAccessResourceFailureException("Too many operations wait for " + store, ex));
        }
        return operation;
    }

    /**
     * Asks the store.
     *
     * @param blocks whether the client blocks the thread that calls it: then it is another one
     * @throws RuntimeException if it may not begin, fails or has no answer in time
     */
    public <T extends @Nullable Object> @Nullable T ask(Supplier<CompletableFuture<T>> call, boolean blocks) {
        return operation(call, blocks).await(false);
    }

    /** The same without waiting. What depends on it runs on the client's thread, or on one of ours if it is late. */
    public <T extends @Nullable Object> CompletableFuture<T> askAsync(Supplier<CompletableFuture<T>> call) {
        Operation<T> operation = operation(call, false);
        if (!operation.isDone()) {
            // The thread that waits is the JVM's: it hands over alone. Those that ask may all be waiting for an answer.
            CompletableFuture.delayedExecutor(timeout, TimeUnit.NANOSECONDS, giveUp -> {
                        if (!operation.isDone()) {
                            late.execute(giveUp);
                        }
                    })
                    .execute(operation::giveUp);
        }
        return operation;
    }

    /**
     * Carries out on another thread what blocks.
     *
     * @param wait whether to wait for the end
     * @param mayBeLate whether it is no failure if it takes longer than the time-out; it goes on
     * @return null if it was not waited for, or is late
     * @throws RuntimeException if it may not begin, fails or has no answer in time
     */
    public <T extends @Nullable Object> @Nullable T call(Supplier<T> call, boolean wait, boolean mayBeLate) {
        Operation<T> operation = operation(() -> now(call), true);
        return wait ? operation.await(mayBeLate) : null;
    }

    /**
     * Asks the store through a client that does not block, without a time-out.
     *
     * @param call tells whether the store was asked
     * @param otherwise runs instead if the breaker is open, or too many are not answered yet
     */
    public void begin(Supplier<CompletableFuture<Boolean>> call, Runnable otherwise) {
        if (unanswered.get() >= UNANSWERED || !allows()) {
            otherwise.run();
            return;
        }
        unanswered.incrementAndGet();
        var unused = call.get().whenComplete((asked, failure) -> {
            unanswered.decrementAndGet();
            if (failure != null) {
                ended(cause(failure));
            } else if (asked) {
                ended(null);
            } else {
                // Whoever did not try leaves the trial to the next one.
                triedAt.set(System.nanoTime() - OPEN);
            }
        });
    }

    /** The same in the background, where it may block. */
    public void later(Supplier<CompletableFuture<Boolean>> call, Runnable otherwise) {
        try {
            background.execute(() -> begin(call, otherwise));
        } catch (RejectedExecutionException ex) {
            otherwise.run();
        }
    }

    /** Operations that failed. */
    public long failures() {
        return failures.sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        background.shutdownNow();
        late.shutdownNow();
    }
}
