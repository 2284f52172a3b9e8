/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.core.task.TaskRejectedException;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The limit of a pool where it is not the pool's own: callers that wait, and counts. */
class PlatformTaskExecutorTests {

    private final CountDownLatch held = new CountDownLatch(1);

    private final CompletableFuture<Object> call = new CompletableFuture<>();

    @AfterEach
    void letTasksEnd() {
        held.countDown();
    }

    @Test
    void aCallerWaitsForAWorker() throws Exception {
        PlatformTaskExecutor executor = executor(Integer.MAX_VALUE, OnSaturation.BLOCK);
        executor.execute(this::hold);
        callInAThread(executor);
        await().until(() -> executor.queuedCount() == 1);
        assertThat(call).isNotDone();
        held.countDown();
        assertThat(((Future<?>) call.get()).get()).isEqualTo("ran");
        assertThat(executor.rejectedCount()).isZero();
    }

    @Test
    void callersThatWaitHaveACapacity() {
        PlatformTaskExecutor executor = executor(1, OnSaturation.BLOCK);
        executor.execute(this::hold);
        callInAThread(executor);
        await().until(() -> executor.queuedCount() == 1);
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::hold));
        assertThat(executor.rejectedCount()).isOne();
    }

    @Test
    void aCallerThatIsInterruptedIsTurnedAway() throws Exception {
        PlatformTaskExecutor executor = executor(1, OnSaturation.BLOCK);
        executor.execute(this::hold);
        Thread caller = callInAThread(executor);
        await().until(() -> executor.queuedCount() == 1);
        caller.interrupt();
        assertThat(call.get()).isEqualTo("rejected, interrupted");
        assertThat(executor.queuedCount()).isZero();
    }

    @Test
    void aCallerThatWaitsAtTheShutdownIsTurnedAway() throws Exception {
        PlatformTaskExecutor executor = executor(1, OnSaturation.BLOCK);
        executor.execute(this::hold);
        callInAThread(executor);
        await().until(() -> executor.queuedCount() == 1);
        executor.initiateShutdown();
        assertThat(call.get()).isEqualTo("rejected");
    }

    /** A pool whose last worker ends starts another only for what is in its queue. */
    @Test
    void aCallerWaitsForAWorkerThatThePoolHasLost() throws Exception {
        PlatformTaskExecutor executor = executor(1, OnSaturation.BLOCK);
        executor.execute(() -> {
            hold();
            throw new IllegalStateException("ends the worker");
        });
        ThreadFactory factory = executor.getThreadPoolExecutor().getThreadFactory();
        CountDownLatch lost = new CountDownLatch(1);
        executor.getThreadPoolExecutor().setThreadFactory(task -> {
            lost.countDown();
            return null;
        });
        callInAThread(executor);
        await().until(() -> executor.queuedCount() == 1);
        held.countDown();
        lost.await();
        executor.getThreadPoolExecutor().setThreadFactory(factory);
        assertThat(((Future<?>) call.get(1, TimeUnit.MINUTES)).get()).isEqualTo("ran");
        assertThat(executor.queuedCount()).isZero();
    }

    @Test
    void aCallerThatEndsInAnErrorWaitsNoLonger() {
        PlatformTaskExecutor executor = executor(1, OnSaturation.BLOCK);
        executor.getThreadPoolExecutor().setThreadFactory(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        for (int time = 0; time < 2; time++) {
            assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> executor.execute(this::hold));
        }
        assertThat(executor.queuedCount()).isZero();
        assertThat(executor.getActiveCount()).isZero();
    }

    @Test
    void rejectKeepsNoQueue() {
        PlatformTaskExecutor executor = executor(Integer.MAX_VALUE, OnSaturation.REJECT);
        executor.execute(this::hold);
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::hold));
        assertThat(executor.rejectedCount()).isOne();
    }

    private Thread callInAThread(PlatformTaskExecutor executor) {
        Thread caller = new Thread(() -> {
            try {
                call.complete(executor.submit(() -> "ran"));
            } catch (TaskRejectedException ex) {
                call.complete(Thread.currentThread().isInterrupted() ? "rejected, interrupted" : "rejected");
            }
        });
        caller.start();
        return caller;
    }

    private static PlatformTaskExecutor executor(int queueCapacity, OnSaturation onSaturation) {
        Bound bound = new Bound(1, queueCapacity, onSaturation);
        PlatformTaskExecutor executor = new ThreadPoolTaskExecutorBuilder()
                .corePoolSize(1)
                .maxPoolSize(1)
                .queueCapacity(PlatformTaskExecutor.queueCapacity(bound))
                .configure(new PlatformTaskExecutor(bound));
        executor.initialize();
        return executor;
    }

    private void hold() {
        try {
            held.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
