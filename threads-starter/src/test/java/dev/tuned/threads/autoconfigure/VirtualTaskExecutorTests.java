/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** How it ends; the kind of its threads does not matter here, so that this runs on any Java. */
class VirtualTaskExecutorTests {

    private final AtomicBoolean stopped = new AtomicBoolean();

    private final CountDownLatch task = new CountDownLatch(1);

    @Test
    void stopsAtOnceWhenIdle() {
        VirtualTaskExecutor executor = new VirtualTaskExecutor(null);
        executor.stop(() -> this.stopped.set(true));
        assertThat(this.stopped).isTrue();
        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void stopAwaitsRunningTasks() {
        VirtualTaskExecutor executor = new VirtualTaskExecutor(null);
        executor.execute(this::awaitTask);
        executor.stop(() -> this.stopped.set(true));
        assertThat(this.stopped).isFalse();
        this.task.countDown();
        await().untilTrue(this.stopped);
    }

    @Test
    void aTaskThatThrowsIsOverToo() {
        VirtualTaskExecutor executor = new VirtualTaskExecutor(null);
        var result = executor.submit(() -> {
            throw new IllegalStateException("expected");
        });
        await().until(result::isDone);
        executor.stop(() -> this.stopped.set(true));
        await().untilTrue(this.stopped);
    }

    @Test
    void aThreadThatCannotStartIsNotCounted() {
        VirtualTaskExecutor executor = new VirtualTaskExecutor(null);
        executor.setThreadFactory(task -> {
            throw new IllegalStateException("expected");
        });
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> executor.execute(this::awaitTask));
        executor.stop(() -> this.stopped.set(true));
        assertThat(this.stopped).isTrue();
    }

    @Test
    void runningTasksKeepTheJvmAndIdleOnesDoNot() {
        VirtualTaskExecutor executor = new VirtualTaskExecutor(new JvmKeeper());
        assertThat(keeperThreads()).isZero();
        executor.execute(this::awaitTask);
        executor.execute(this::awaitTask);
        assertThat(keeperThreads()).isOne();
        this.task.countDown();
        await().until(() -> keeperThreads() == 0);
    }

    private static long keeperThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-threads-keep-alive") && !thread.isDaemon())
                .count();
    }

    private void awaitTask() {
        try {
            this.task.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
