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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.util.ReflectionUtils;

/**
 * The hard time-out and the circuit breakers in front of Redis. Reads and changes have their own threads and breakers: what is slow for one
 * may work for the other. An operation that is given up may still be carried out later. Thread-safe.
 */
public final class Guard implements AutoCloseable {

    private static final Log log = LogFactory.getLog(Guard.class);

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

    /** An operation that a breaker has allowed, and that is told how it ended. */
    private static final class Operation<T extends @Nullable Object> extends CompletableFuture<T> {

        private final Breaker breaker;
        private final boolean mayBeLate;
        private volatile boolean begun;

        Operation(Breaker breaker, boolean mayBeLate) {
            if (!breaker.allows()) {
                throw new RedisConnectionFailureException("Redis failed several times and is not asked at the moment");
            }
            this.breaker = breaker;
            this.mayBeLate = mayBeLate;
            var unused = whenComplete((value, failure) -> breaker.ended(failure, begun));
        }

        void run(Callable<T> call) {
            if (!isDone()) {
                begun = true;
                try {
                    complete(call.call());
                } catch (Throwable ex) {
                    completeExceptionally(ex);
                }
            }
        }

        void begin(Supplier<CompletableFuture<T>> call) {
            begun = true;
            try {
                CompletableFuture<T> answer = call.get();
                var unused = answer.whenComplete((value, failure) -> {
                    if (failure == null) {
                        complete(value);
                    } else {
                        completeExceptionally(
                                (failure instanceof CompletionException && failure.getCause() != null)
                                        ? failure.getCause()
                                        : failure);
                    }
                });
                // A read that is given up need not be carried out.
                unused = whenComplete((value, failure) -> answer.cancel(true));
            } catch (RuntimeException ex) {
                completeExceptionally(ex);
            }
        }

        RuntimeException late(long nanos) {
            RuntimeException late = new QueryTimeoutException(
                    "Redis did not answer within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
            if (mayBeLate) {
                breaker.ended(null, false);
            } else {
                completeExceptionally(late);
            }
            return late;
        }

        T await(long nanos) {
            try {
                return get(nanos, TimeUnit.NANOSECONDS);
            } catch (TimeoutException ex) {
                throw late(nanos);
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

    private static <T extends @Nullable Object> Operation<T> submit(
            Operation<T> operation, Executor pool, Callable<T> call) {
        try {
            pool.execute(() -> operation.run(call));
        } catch (RejectedExecutionException ex) {
            operation.cancel(false);
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
        Operation<T> operation = new Operation<>(readBreaker, false);
        operation.begin(read);
        return operation.await(hardTimeout);
    }

    /**
     * A read that blocks its thread.
     *
     * @throws RuntimeException if there is no answer in time
     */
    public <T extends @Nullable Object> T readBlocking(Callable<T> read) {
        return submit(new Operation<>(readBreaker, false), readers, read).await(hardTimeout);
    }

    /** A read that no thread waits for. What depends on it runs on the client's thread, or on one of ours if it is late. */
    public <T extends @Nullable Object> CompletableFuture<T> readAsync(Supplier<CompletableFuture<T>> read) {
        Operation<T> operation;
        try {
            operation = new Operation<>(readBreaker, false);
        } catch (RedisConnectionFailureException ex) {
            return CompletableFuture.failedFuture(ex);
        }
        operation.begin(read);
        if (!operation.isDone()) {
            CompletableFuture.delayedExecutor(hardTimeout, TimeUnit.NANOSECONDS, readers)
                    .execute(() -> {
                        if (!operation.isDone()) {
                            operation.late(hardTimeout);
                        }
                    });
        }
        return operation;
    }

    /**
     * Carries out a change, and waits for it: twice the hard time-out, for it has two steps.
     *
     * @param wait whether to wait
     * @param mayBeLate whether it is no failure of Redis if it takes longer
     * @return null if it was not waited for
     * @throws RuntimeException if it may not begin, fails or is late; it may be carried out later, if it has begun or may be late
     */
    public <T> @Nullable T change(Callable<T> change, boolean wait, boolean mayBeLate) {
        Operation<T> operation = submit(new Operation<>(changeBreaker, mayBeLate), changers, change);
        return wait ? operation.await(2 * hardTimeout) : null;
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
                    changeBreaker.ended(null, change.call());
                } catch (Exception ex) {
                    changeBreaker.ended(ex, true);
                }
            });
        } catch (RejectedExecutionException ex) {
            dropped.increment();
            otherwise.run();
        }
    }

    /** Reads Redis later, unless too much waits. It does not matter whether it fails. */
    public void readLater(Runnable read) {
        try {
            readers.execute(() -> {
                try {
                    read.run();
                } catch (RuntimeException ex) {
                    log.debug("A read in the background failed", ex);
                }
            });
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
