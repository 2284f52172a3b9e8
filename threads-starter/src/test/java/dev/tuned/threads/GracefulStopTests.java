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
        held.countDown();
    }

    @Test
    void stopsAtOnceWhenIdle() {
        executor.stop(() -> stopped.set(true));
        assertThat(stopped).isTrue();
        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void stopAwaitsRunningAndWaitingTasks() {
        Future<?> first = executor.submit(this::hold);
        Future<?> second = executor.submit(this::hold);
        executor.stop(() -> stopped.set(first.isDone() && second.isDone()));
        assertThat(stopped).isFalse();
        held.countDown();
        await().untilTrue(stopped);
    }

    @Test
    void aTaskThatThrowsIsOverToo() {
        Future<?> result = executor.submit(() -> {
            throw new IllegalStateException("expected");
        });
        await().until(result::isDone);
        executor.stop(() -> stopped.set(true));
        await().untilTrue(stopped);
    }

    @Test
    void closeGivesUpWhatIsLeftAndSaysHowMuchInOneLine(CapturedOutput output) throws Exception {
        executor.setBeanName("reports");
        executor.execute(this::hold);
        Future<?> waiting = executor.submit(this::hold);
        CompletableFuture<Void> completable = executor.submitCompletable(this::hold);
        executor.close();
        interrupted.await();
        assertThat(waiting).isCancelled();
        assertThat(completable).isCancelled();
        assertThat(output.getAll().lines().filter(line -> line.contains("gave up")))
                .singleElement()
                .asString()
                .endsWith("tuned threads: executor 'reports' (at most 1, queue unlimited)"
                        + " gave up 1 running and 2 waiting tasks at its close");
        await().until(() -> executor.getActiveCount() == 0);
        assertThat(executor.getCompletedCount()).isOne();
    }

    @Test
    void afterTheCloseNothingIsAccepted(CapturedOutput output) {
        executor.close();
        executor.close();
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::hold));
        assertThat(executor.isActive()).isFalse();
        assertThat(output).doesNotContain("gave up");
    }

    @Test
    void closeWaitsAsLongAsItIsTold() {
        executor.setTaskTerminationTimeout(60_000);
        executor.execute(this::hold);
        Thread closing = new Thread(executor::close);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        held.countDown();
        await().until(() -> !closing.isAlive());
        assertThat(interrupted.getCount()).isOne();
    }

    @Test
    void stopGivesUpWhatTakesLongerThanTheTimeToAwait(CapturedOutput output) throws Exception {
        executor.setAwaitTermination(Duration.ofMillis(1));
        executor.execute(this::hold);
        executor.stop(() -> stopped.set(true));
        await().untilTrue(stopped);
        interrupted.await();
        assertThat(output).containsOnlyOnce("gave up 1 running and 0 waiting tasks");
    }

    /** Futures may be the application's own. */
    @Test
    void aTaskThatCannotBeCancelledIsOverToo() throws Exception {
        executor.setAwaitTermination(Duration.ZERO);
        executor.submit(this::hold);
        executor.execute(new FutureTask<>(() -> null) {

            @Override
            public boolean cancel(boolean interrupt) {
                throw new IllegalStateException("cannot be cancelled");
            }
        });
        Future<?> last = executor.submit(this::hold);
        executor.stop(() -> stopped.set(true));
        await().dontCatchUncaughtExceptions().untilTrue(stopped);
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(last::get);
        stopped.set(false);
        executor.setAwaitTermination(null);
        executor.stop(() -> stopped.set(true));
        await().dontCatchUncaughtExceptions().untilTrue(stopped);
    }

    @Test
    void stopAwaitsTasksForAsLongAsOneLikes() {
        executor.setAwaitTermination(Duration.ofSeconds(Long.MAX_VALUE));
        executor.execute(this::hold);
        executor.stop(() -> stopped.set(true));
        held.countDown();
        await().untilTrue(stopped);
        assertThat(interrupted.getCount()).isOne();
    }

    @Test
    void whereRemainingTasksAreToBeCancelledNoneIsAwaited() throws Exception {
        executor.setCancelRemainingTasksOnClose(true);
        executor.setTaskTerminationTimeout(60_000);
        executor.execute(this::hold);
        executor.stop(() -> stopped.set(true));
        assertThat(stopped).isTrue();
        executor.close();
        interrupted.await();
    }

    @Test
    void acceptsTasksUntilTheClose() throws Exception {
        executor.stop();
        executor.submit(() -> stopped.set(true)).get();
        assertThat(stopped).isTrue();
    }

    @Test
    void runningTasksKeepTheJvmAndIdleOnesNotForLong() {
        executor.setKeepAlive(Duration.ofMillis(1));
        await().until(() -> keeperThreads().isEmpty());
        executor.execute(this::hold);
        executor.execute(this::hold);
        assertThat(keeperThreads()).hasSize(1);
        held.countDown();
        await().until(() -> keeperThreads().isEmpty());
    }

    @Test
    void oneThreadKeepsTheJvmOverManyBursts() throws Exception {
        executor.setKeepAlive(true);
        Set<Thread> keepers = new HashSet<>();
        for (int burst = 0; burst < 100; burst++) {
            executor.submit(() -> keepers.addAll(keeperThreads())).get();
            await().pollDelay(Duration.ZERO).until(() -> executor.getActiveCount() == 0);
        }
        assertThat(keepers).hasSize(1);
        assertThat(keeperThreads()).isEqualTo(keepers);
        executor.close();
        await().until(() -> keeperThreads().isEmpty());
    }

    @Test
    void whatGoesOnAfterTheCloseKeepsTheJvm() {
        executor.setKeepAlive(true);
        executor.execute(() -> {
            hold();
            hold();
        });
        executor.close();
        assertThat(keeperThreads()).hasSize(1);
        held.countDown();
        await().until(() -> keeperThreads().isEmpty());
    }

    private static Set<Thread> keeperThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-threads-keep-alive") && !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    private void hold() {
        try {
            held.await();
        } catch (InterruptedException ex) {
            interrupted.countDown();
        }
    }
}
