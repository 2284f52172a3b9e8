/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.TaskRejectedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** How the executor ends. */
@ExtendWith(OutputCaptureExtension.class)
class GracefulStopTests {

    private final AtomicBoolean stopped = new AtomicBoolean();

    private final CountDownLatch held = new CountDownLatch(1);

    private final CountDownLatch interrupted = new CountDownLatch(1);

    private final BoundedVirtualExecutor executor = new BoundedVirtualExecutor(Bound.of(1), Thread::new);

    @AfterEach
    void letTasksEnd() {
        this.held.countDown();
    }

    @Test
    void stopsAtOnceWhenIdle() {
        this.executor.stop(() -> this.stopped.set(true));
        assertThat(this.stopped).isTrue();
        assertThat(this.executor.isRunning()).isFalse();
    }

    @Test
    void stopAwaitsRunningAndWaitingTasks() {
        Future<?> first = this.executor.submit(this::hold);
        Future<?> second = this.executor.submit(this::hold);
        this.executor.stop(() -> this.stopped.set(first.isDone() && second.isDone()));
        assertThat(this.stopped).isFalse();
        this.held.countDown();
        await().untilTrue(this.stopped);
    }

    @Test
    void aTaskThatThrowsIsOverToo() {
        Future<?> result = this.executor.submit(() -> {
            throw new IllegalStateException("expected");
        });
        await().until(result::isDone);
        this.executor.stop(() -> this.stopped.set(true));
        await().untilTrue(this.stopped);
    }

    @Test
    void closeGivesUpWhatIsLeftAndSaysHowMuchInOneLine(CapturedOutput output) throws Exception {
        this.executor.setBeanName("reports");
        this.executor.execute(this::hold);
        Future<?> waiting = this.executor.submit(this::hold);
        CompletableFuture<Void> completable = this.executor.submitCompletable(this::hold);
        this.executor.close();
        this.interrupted.await();
        assertThat(waiting).isCancelled();
        assertThat(completable).isCancelled();
        assertThat(output.getAll().lines().filter(line -> line.contains("gave up")))
                .singleElement()
                .asString()
                .endsWith("tuned threads: executor 'reports' (at most 1, queue unlimited)"
                        + " gave up 1 running and 2 waiting tasks at its close");
        await().until(() -> this.executor.getActiveCount() == 0);
        assertThat(this.executor.getCompletedCount()).isOne();
    }

    @Test
    void afterTheCloseNothingIsAccepted(CapturedOutput output) {
        this.executor.close();
        this.executor.close();
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> this.executor.execute(this::hold));
        assertThat(this.executor.isActive()).isFalse();
        assertThat(output).doesNotContain("gave up");
    }

    @Test
    void closeWaitsAsLongAsItIsTold() {
        this.executor.setTaskTerminationTimeout(60_000);
        this.executor.execute(this::hold);
        Thread closing = new Thread(this.executor::close);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        this.held.countDown();
        await().until(() -> !closing.isAlive());
        assertThat(this.interrupted.getCount()).isOne();
    }

    @Test
    void stopGivesUpWhatTakesLongerThanTheTimeToAwait(CapturedOutput output) throws Exception {
        this.executor.setAwaitTermination(Duration.ofMillis(1));
        this.executor.execute(this::hold);
        this.executor.stop(() -> this.stopped.set(true));
        await().untilTrue(this.stopped);
        this.interrupted.await();
        assertThat(output).containsOnlyOnce("gave up 1 running and 0 waiting tasks");
    }

    /** Futures may be the application's own. */
    @Test
    void aTaskThatCannotBeCancelledIsOverToo() throws Exception {
        this.executor.setAwaitTermination(Duration.ZERO);
        this.executor.submit(this::hold);
        this.executor.execute(new FutureTask<>(() -> null) {

            @Override
            public boolean cancel(boolean interrupt) {
                throw new IllegalStateException("cannot be cancelled");
            }
        });
        Future<?> last = this.executor.submit(this::hold);
        this.executor.stop(() -> this.stopped.set(true));
        await().dontCatchUncaughtExceptions().untilTrue(this.stopped);
        assertThat(this.interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(last::get);
        this.stopped.set(false);
        this.executor.setAwaitTermination(null);
        this.executor.stop(() -> this.stopped.set(true));
        await().dontCatchUncaughtExceptions().untilTrue(this.stopped);
    }

    @Test
    void stopAwaitsTasksForAsLongAsOneLikes() {
        this.executor.setAwaitTermination(Duration.ofSeconds(Long.MAX_VALUE));
        this.executor.execute(this::hold);
        this.executor.stop(() -> this.stopped.set(true));
        this.held.countDown();
        await().untilTrue(this.stopped);
        assertThat(this.interrupted.getCount()).isOne();
    }

    @Test
    void whereRemainingTasksAreToBeCancelledNoneIsAwaited() throws Exception {
        this.executor.setCancelRemainingTasksOnClose(true);
        this.executor.setTaskTerminationTimeout(60_000);
        this.executor.execute(this::hold);
        this.executor.stop(() -> this.stopped.set(true));
        assertThat(this.stopped).isTrue();
        this.executor.close();
        this.interrupted.await();
    }

    @Test
    void acceptsTasksUntilTheClose() throws Exception {
        this.executor.stop();
        this.executor.submit(() -> this.stopped.set(true)).get();
        assertThat(this.stopped).isTrue();
    }

    @Test
    void runningTasksKeepTheJvmAndIdleOnesNotForLong() {
        this.executor.setKeepAlive(Duration.ofMillis(1));
        await().until(() -> keeperThreads().isEmpty());
        this.executor.execute(this::hold);
        this.executor.execute(this::hold);
        assertThat(keeperThreads()).hasSize(1);
        this.held.countDown();
        await().until(() -> keeperThreads().isEmpty());
    }

    @Test
    void oneThreadKeepsTheJvmOverManyBursts() throws Exception {
        this.executor.setKeepAlive(true);
        Set<Thread> keepers = new HashSet<>();
        for (int burst = 0; burst < 100; burst++) {
            this.executor.submit(() -> keepers.addAll(keeperThreads())).get();
            await().pollDelay(Duration.ZERO).until(() -> this.executor.getActiveCount() == 0);
        }
        assertThat(keepers).hasSize(1);
        assertThat(keeperThreads()).isEqualTo(keepers);
        this.executor.close();
        await().until(() -> keeperThreads().isEmpty());
    }

    @Test
    void whatGoesOnAfterTheCloseKeepsTheJvm() {
        this.executor.setKeepAlive(true);
        this.executor.execute(() -> {
            hold();
            hold();
        });
        this.executor.close();
        assertThat(keeperThreads()).hasSize(1);
        this.held.countDown();
        await().until(() -> keeperThreads().isEmpty());
    }

    private static Set<Thread> keeperThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-threads-keep-alive") && !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    private void hold() {
        try {
            this.held.await();
        } catch (InterruptedException ex) {
            this.interrupted.countDown();
        }
    }
}
