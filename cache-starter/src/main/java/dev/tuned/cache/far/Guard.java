/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
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
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.util.ReflectionUtils;

/**
 * The time-out, the threads and the circuit breaker of reads or of changes of Redis. After five failures in a row Redis is not asked for half a
 * second; then one operation tries. What counts is an operation that had begun and had no answer in time, or no connection; an error that Redis
 * answers does not. An operation that is given up may still be carried out later. Thread-safe.
 */
public final class Guard implements AutoCloseable {

    private static final Log log = LogFactory.getLog(Guard.class);
    private static final int THRESHOLD = 5;
    private static final int UNANSWERED = 1_000;
    private static final long OPEN = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final String what;
    private final long timeout;
    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor background;
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicLong triedAt = new AtomicLong();
    private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - QUIET);
    private final LongAdder failures = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder dropped = new LongAdder();

    /**
     * Creates a guard.
     *
     * @param what is guarded, for the log
     * @param timeout how long one operation is waited for
     * @param threads makes its threads, at most 20
     */
    public Guard(String what, Duration timeout, ThreadFactory threads) {
        this.what = what;
        this.timeout = timeout.toNanos();
        this.threads = pool(16, 10_000, threads);
        this.background = pool(4, 20_000, threads);
    }

    private static ThreadPoolExecutor pool(int size, int waiting, ThreadFactory threads) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    // The circuit breaker

    /** Whether Redis is not asked. */
    public boolean isOpen() {
        return inARow.get() >= THRESHOLD;
    }

    /** Whether an operation would be allowed. */
    public boolean mayTry() {
        return !isOpen() || System.nanoTime() - triedAt.get() >= OPEN;
    }

    private boolean allows() {
        long last = triedAt.get();
        if (!isOpen() || (mayTry() && triedAt.compareAndSet(last, System.nanoTime()))) {
            return true;
        }
        rejected.increment();
        return false;
    }

    /** What a future failed with. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private void ended(@Nullable Throwable failure) {
        if (failure instanceof CancellationException || failure instanceof IllegalStateException) {
            // Somebody was interrupted, or this application's connection factory has been stopped.
            return;
        }
        if (failure == null
                || failure instanceof RedisSystemException
                || failure instanceof InvalidDataAccessApiUsageException) {
            // Redis answered.
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
                log.warn("Near caches continue without Redis: " + what + " failed with "
                        + NestedExceptionUtils.getMostSpecificCause(failure));
            }
        }
    }

    // Operations

    /** An operation that the breaker has allowed. The breaker counts how it ends. */
    private final class Operation<T extends @Nullable Object> extends CompletableFuture<T> {

        private final AtomicBoolean told = new AtomicBoolean();
        private volatile boolean begun;

        Operation() {
            if (!allows()) {
                fail(new RedisConnectionFailureException("Redis failed several times and is not asked at the moment"));
            }
        }

        /** Called before the caller has the result. If the operation has not begun, this machine is slow, not Redis. */
        private void tell(@Nullable Throwable failure) {
            if (begun && told.compareAndSet(false, true)) {
                ended(failure);
            }
        }

        private void fail(Throwable failure) {
            tell(failure);
            completeExceptionally(failure);
        }

        private void succeed(T value) {
            tell(null);
            complete(value);
        }

        void run(Callable<T> call) {
            if (!isDone()) {
                begun = true;
                try {
                    succeed(call.call());
                } catch (Throwable ex) {
                    fail(ex);
                }
            }
        }

        void begin(Supplier<CompletableFuture<T>> call) {
            if (!isDone()) {
                begun = true;
                try {
                    CompletableFuture<T> answer = call.get();
                    var unused = answer.whenComplete(this::answered);
                    // What is given up need not be carried out.
                    unused = whenComplete((value, failure) -> answer.cancel(true));
                } catch (RuntimeException ex) {
                    fail(ex);
                }
            }
        }

        private void answered(T value, @Nullable Throwable failure) {
            if (failure == null) {
                succeed(value);
            } else {
                fail(cause(failure));
            }
        }

        void giveUp() {
            fail(new QueryTimeoutException(
                    "Redis did not answer within " + TimeUnit.NANOSECONDS.toMillis(timeout) + " ms"));
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
                throw new QueryTimeoutException("Interrupted while Redis was waited for", ex);
            } catch (ExecutionException ex) {
                ReflectionUtils.rethrowRuntimeException(ex.getCause());
                throw new CompletionException(ex);
            }
        }
    }

    /**
     * Asks Redis through a client that does not block.
     *
     * @throws RuntimeException if it may not begin, fails or has no answer in time
     */
    public <T extends @Nullable Object> @Nullable T ask(Supplier<CompletableFuture<T>> call) {
        Operation<T> operation = new Operation<>();
        operation.begin(call);
        return operation.await(false);
    }

    /** The same without waiting. What depends on it runs on the client's thread, or on one of ours if it is late. */
    public <T extends @Nullable Object> CompletableFuture<T> askAsync(Supplier<CompletableFuture<T>> call) {
        Operation<T> operation = new Operation<>();
        operation.begin(call);
        if (!operation.isDone()) {
            CompletableFuture.delayedExecutor(timeout, TimeUnit.NANOSECONDS, threads)
                    .execute(operation::giveUp);
        }
        return operation;
    }

    /**
     * Asks Redis on another thread, since the client blocks.
     *
     * @param wait whether to wait for the end
     * @param mayBeLate whether it is no failure if it takes longer than the time-out; it goes on
     * @return null if it was not waited for, or is late
     * @throws RuntimeException if it may not begin, fails or has no answer in time
     */
    public <T extends @Nullable Object> @Nullable T call(Callable<T> call, boolean wait, boolean mayBeLate) {
        Operation<T> operation = new Operation<>();
        try {
            threads.execute(() -> operation.run(call));
        } catch (RejectedExecutionException ex) {
            operation.fail(new RedisConnectionFailureException("Too many operations wait for Redis", ex));
        }
        return wait ? operation.await(mayBeLate) : null;
    }

    /**
     * Asks Redis through a client that does not block, without a time-out.
     *
     * @param call tells whether Redis was asked
     * @return false: it did not begin, since the breaker is open or too many are not answered yet
     */
    public boolean begin(Supplier<CompletableFuture<Boolean>> call) {
        if (isOpen() || unanswered.get() >= UNANSWERED) {
            return false;
        }
        unanswered.incrementAndGet();
        var unused = call.get().whenComplete((asked, failure) -> {
            unanswered.decrementAndGet();
            if (failure != null) {
                ended(cause(failure));
            } else if (asked) {
                ended(null);
            }
        });
        return true;
    }

    /**
     * Asks Redis in the background, without a time-out.
     *
     * @param call tells whether Redis was asked
     * @param otherwise runs instead if the breaker is open then, or at once if too much waits
     */
    public void later(Callable<Boolean> call, Runnable otherwise) {
        try {
            background.execute(() -> {
                if (!allows()) {
                    otherwise.run();
                    return;
                }
                try {
                    if (call.call()) {
                        ended(null);
                    }
                } catch (Exception ex) {
                    ended(cause(ex));
                }
            });
        } catch (RejectedExecutionException ex) {
            dropped.increment();
            otherwise.run();
        }
    }

    /** Operations that failed. */
    public long failures() {
        return failures.sum();
    }

    /** Operations that did not begin, because the breaker was open. */
    public long rejected() {
        return rejected.sum();
    }

    /** Operations in the background that were dropped, because too much waited. */
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        background.shutdownNow();
    }
}
