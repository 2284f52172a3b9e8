/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * The hard time-out and the circuit breakers in front of Redis. Reads and changes have their own threads and breakers: what is slow for one
 * may work for the other. An operation that is given up may still be carried out later. Thread-safe.
 */
public final class Guard implements AutoCloseable {

    private final long hardTimeout;
    private final Breaker readBreaker = new Breaker("a read");
    private final Breaker changeBreaker = new Breaker("a change");
    private final ThreadPoolExecutor readers;
    private final ThreadPoolExecutor changers;
    private final ThreadPoolExecutor background;
    private final LongAdder dropped = new LongAdder();

    /**
     * Creates a guard.
     *
     * @param hardTimeout how long one operation is waited for
     * @param threads makes its threads, at most 36
     */
    public Guard(Duration hardTimeout, ThreadFactory threads) {
        this.hardTimeout = hardTimeout.toNanos();
        this.readers = pool(16, 10_000, threads);
        this.changers = pool(16, 10_000, threads);
        this.background = pool(4, 20_000, threads);
    }

    private static ThreadPoolExecutor pool(int size, int waiting, ThreadFactory threads) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The breaker of reads. */
    public Breaker readBreaker() {
        return readBreaker;
    }

    /** The breaker of changes and of writes after loads. */
    public Breaker changeBreaker() {
        return changeBreaker;
    }

    /** Background work that was dropped, because too much of it waited. */
    public long dropped() {
        return dropped.sum();
    }

    /** An operation that a breaker has allowed; whoever finds out how it ends first tells the breaker. */
    private static final class Operation<T extends @Nullable Object> {

        private final Breaker breaker;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private final AtomicBoolean counted = new AtomicBoolean();
        private volatile boolean begun;

        Operation(Breaker breaker) {
            if (!breaker.allows()) {
                throw new RedisConnectionFailureException("Redis failed several times and is not asked at the moment");
            }
            this.breaker = breaker;
        }

        void run(Callable<T> call) {
            if (!result.isDone()) {
                begun = true;
                try {
                    T value = call.call();
                    succeeded(value);
                } catch (Throwable ex) {
                    failed(ex);
                }
            }
        }

        void begin(Supplier<CompletableFuture<T>> call) {
            begun = true;
            try {
                CompletableFuture<T> answer = call.get();
                var unused = answer.whenComplete((value, ex) -> {
                    if (ex == null) {
                        succeeded(value);
                    } else {
                        failed(ex);
                    }
                });
                var unusedToo = result.exceptionally(ex -> {
                    // Whoever waited gave up.
                    answer.cancel(true);
                    throw new CompletionException(ex);
                });
            } catch (RuntimeException ex) {
                failed(ex);
            }
        }

        private void succeeded(T value) {
            breaker.succeeded();
            result.complete(value);
        }

        private void failed(Throwable ex) {
            Throwable cause = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
            if (!counted.getAndSet(true)) {
                breaker.failed(cause);
            }
            result.completeExceptionally(cause);
        }

        /** It is given up. One that has not begun tells of this machine, not of Redis. */
        RuntimeException late(long nanos, boolean counts) {
            RuntimeException late = new QueryTimeoutException(
                    "Redis did not answer within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
            if (!begun || !counts) {
                breaker.undecided();
            } else if (!counted.getAndSet(true)) {
                breaker.failed(late);
            }
            return late;
        }

        T await(long nanos, boolean counts) {
            try {
                return result.get(nanos, TimeUnit.NANOSECONDS);
            } catch (TimeoutException ex) {
                throw late(nanos, counts);
            } catch (InterruptedException ex) {
                breaker.undecided();
                Thread.currentThread().interrupt();
                throw new QueryTimeoutException("Interrupted while Redis was waited for", ex);
            } catch (ExecutionException ex) {
                if (ex.getCause() instanceof Error error) {
                    throw error;
                }
                throw (ex.getCause() instanceof RuntimeException cause)
                        ? cause
                        : new CompletionException(ex.getCause());
            }
        }
    }

    private <T extends @Nullable Object> Operation<T> submit(Breaker breaker, Executor pool, Callable<T> call) {
        Operation<T> operation = new Operation<>(breaker);
        try {
            pool.execute(() -> operation.run(call));
        } catch (RejectedExecutionException ex) {
            breaker.undecided();
            throw new RedisConnectionFailureException("Too many operations wait for Redis", ex);
        }
        return operation;
    }

    /**
     * A read whose client does not block.
     *
     * @throws RuntimeException if there is no answer in time
     */
    public <T extends @Nullable Object> T read(Supplier<CompletableFuture<T>> read) {
        Operation<T> operation = new Operation<>(readBreaker);
        operation.begin(read);
        return giveUp(operation);
    }

    /**
     * A read that blocks its thread.
     *
     * @throws RuntimeException if there is no answer in time
     */
    public <T extends @Nullable Object> T readBlocking(Callable<T> read) {
        return giveUp(submit(readBreaker, readers, read));
    }

    private <T extends @Nullable Object> T giveUp(Operation<T> read) {
        try {
            return read.await(hardTimeout, true);
        } finally {
            // A read that is late need not be carried out.
            read.result.cancel(true);
        }
    }

    /** A read that no thread waits for. What depends on it runs on the client's thread, or on one of ours if it is late. */
    public <T extends @Nullable Object> CompletableFuture<T> readAsync(Supplier<CompletableFuture<T>> read) {
        Operation<T> operation;
        try {
            operation = new Operation<>(readBreaker);
        } catch (RedisConnectionFailureException ex) {
            return CompletableFuture.failedFuture(ex);
        }
        operation.begin(read);
        if (!operation.result.isDone()) {
            CompletableFuture.delayedExecutor(hardTimeout, TimeUnit.NANOSECONDS, readers)
                    .execute(() -> {
                        if (!operation.result.isDone()) {
                            operation.result.completeExceptionally(operation.late(hardTimeout, true));
                        }
                    });
        }
        return operation.result;
    }

    /**
     * Carries out a change, and waits for it: twice the hard time-out, for it has two steps.
     *
     * @param wait whether to wait
     * @param counts whether it is a failure of Redis if it is late
     * @return null if it was not waited for
     * @throws RuntimeException if it may not begin, fails or is late; it may be carried out later, if it has begun
     */
    public <T> @Nullable T change(Callable<T> change, boolean wait, boolean counts) {
        Operation<T> operation = submit(changeBreaker, changers, change);
        if (!wait) {
            return null;
        }
        try {
            return operation.await((counts ? 2 : 1) * hardTimeout, counts);
        } finally {
            if (!operation.begun) {
                operation.result.cancel(false);
            }
        }
    }

    /**
     * Changes Redis later.
     *
     * @param change tells whether Redis was asked
     * @param otherwise runs instead if the breaker is open then, or at once if too much waits
     */
    public void changeLater(Callable<Boolean> change, Runnable otherwise) {
        try {
            background.execute(() -> {
                if (!changeBreaker.allows()) {
                    otherwise.run();
                    return;
                }
                try {
                    if (change.call()) {
                        changeBreaker.succeeded();
                    } else {
                        changeBreaker.undecided();
                    }
                } catch (Exception ex) {
                    changeBreaker.failed(ex);
                }
            });
        } catch (RejectedExecutionException ex) {
            dropped.increment();
            otherwise.run();
        }
    }

    /** Reads Redis later, unless too much waits. */
    public void readLater(Runnable read) {
        try {
            readers.execute(read);
        } catch (RejectedExecutionException ex) {
            dropped.increment();
        }
    }

    @Override
    public void close() {
        readers.shutdownNow();
        changers.shutdownNow();
        background.shutdownNow();
    }
}
