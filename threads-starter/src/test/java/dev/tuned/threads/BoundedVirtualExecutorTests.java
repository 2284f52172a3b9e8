/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.task.TaskRejectedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Which tasks run, wait or are rejected. The kind of thread does not matter here, so that this runs on any Java. */
class BoundedVirtualExecutorTests {

    private final CountDownLatch held = new CountDownLatch(1);

    private final List<Integer> order = new CopyOnWriteArrayList<>();

    @AfterEach
    void letTasksEnd() {
        held.countDown();
    }

    @Test
    void asManyRunAsMayAndTheRestWaitsInTheOrderOfTheCalls() throws Exception {
        BoundedVirtualExecutor executor = executor(1, Integer.MAX_VALUE, OnSaturation.QUEUE);
        executor.execute(this::hold);
        List<? extends Future<?>> tasks = IntStream.range(0, 100)
                .mapToObj(number -> executor.submit(() -> {
                    assertThat(executor.getActiveCount()).isOne();
                    order.add(number);
                }))
                .toList();
        // All calls have returned although nothing of theirs has run.
        assertThat(order).isEmpty();
        assertThat(executor.getActiveCount()).isOne();
        assertThat(executor.getQueuedCount()).isEqualTo(100);
        held.countDown();
        for (Future<?> task : tasks) {
            task.get();
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        await().until(() -> executor.getActiveCount() == 0);
        assertThat(executor.getCompletedCount()).isEqualTo(101);
    }

    @Test
    void aFullQueueRejects() {
        BoundedVirtualExecutor executor = executor(2, 3, OnSaturation.QUEUE);
        executor.setBeanName("reports");
        IntStream.range(0, 5).forEach(number -> executor.execute(this::hold));
        assertThatExceptionOfType(TaskRejectedException.class)
                .isThrownBy(() -> executor.execute(this::hold))
                .withMessage("executor 'reports' (at most 2, queue 3) is full");
        assertThat(executor.getRejectedCount()).isOne();
        assertThat(executor.getActiveCount()).isEqualTo(2);
        assertThat(executor.getQueuedCount()).isEqualTo(3);
    }

    @Test
    void rejectTurnsAwayAtOnceWhatIsBeyondTheBound() {
        BoundedVirtualExecutor executor = executor(2, Integer.MAX_VALUE, OnSaturation.REJECT);
        executor.execute(this::hold);
        executor.execute(this::hold);
        assertThatExceptionOfType(TaskRejectedException.class)
                .isThrownBy(() -> executor.submit(this::hold))
                .withMessageContaining("at most 2, then rejected");
        held.countDown();
        await().until(() -> executor.getActiveCount() == 0);
        executor.execute(this::hold);
        assertThat(executor.getRejectedCount()).isOne();
    }

    @Test
    void blockMakesTheCallerWaitForThePermit() throws Exception {
        BoundedVirtualExecutor executor = executor(1, Integer.MAX_VALUE, OnSaturation.BLOCK);
        executor.execute(this::hold);
        CompletableFuture<Future<?>> call = new CompletableFuture<>();
        Thread caller = new Thread(() -> call.complete(executor.submit(() -> order.add(1))));
        caller.start();
        await().until(() -> executor.getQueuedCount() == 1);
        assertThat(call).isNotDone();
        held.countDown();
        call.get().get();
        assertThat(order).containsExactly(1);
    }

    @Test
    void anInterruptedCallerIsTurnedAwayAndTakesNoPermit() throws Exception {
        BoundedVirtualExecutor executor = executor(1, Integer.MAX_VALUE, OnSaturation.BLOCK);
        executor.execute(this::hold);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                executor.execute(this::hold);
            } catch (TaskRejectedException ex) {
                failure.set(ex);
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        await().until(() -> executor.getQueuedCount() == 1);
        caller.interrupt();
        assertThat(interrupted.get()).isTrue();
        assertThat(failure.get()).hasMessageContaining("interrupted");
        assertThat(executor.getQueuedCount()).isZero();
        held.countDown();
        await().until(() -> executor.getActiveCount() == 0);
        executor.submit(() -> order.add(1)).get();
    }

    @Test
    void callersThatWaitHaveACapacityToo() {
        BoundedVirtualExecutor executor = executor(1, 1, OnSaturation.BLOCK);
        executor.execute(this::hold);
        new Thread(() -> executor.execute(this::hold)).start();
        await().until(() -> executor.getQueuedCount() == 1);
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::hold));
    }

    @Test
    void aTaskCancelledWhileItWaitsFreesItsPlaceAndNeverRuns() {
        BoundedVirtualExecutor executor = executor(1, 1, OnSaturation.QUEUE);
        executor.execute(this::hold);
        Future<?> cancelled = executor.submit(() -> order.add(1));
        cancelled.cancel(true);
        assertThat(executor.getQueuedCount()).isZero();
        CompletableFuture<?> completable = executor.submitCompletable(() -> order.add(2));
        completable.cancel(true);
        assertThat(executor.getQueuedCount()).isZero();
        Future<?> next = executor.submit(() -> order.add(3));
        held.countDown();
        await().until(next::isDone);
        assertThat(order).containsExactly(3);
        await().until(() -> executor.getActiveCount() == 0);
        assertThat(executor.getCompletedCount()).isEqualTo(2);
    }

    @Test
    void aCancelledTaskFreesItsPlaceBehindADecoratorToo() {
        BoundedVirtualExecutor executor = executor(1, 1, OnSaturation.QUEUE);
        executor.setTaskDecorator(task -> () -> task.run());
        executor.execute(this::hold);
        executor.submit(() -> order.add(1)).cancel(false);
        assertThat(executor.getQueuedCount()).isZero();
    }

    @Test
    void completableFuturesEndAsTheirTasks() {
        BoundedVirtualExecutor executor = executor(1, 1, OnSaturation.QUEUE);
        assertThat(executor.submitCompletable(() -> "result").join()).isEqualTo("result");
        CompletableFuture<Object> failed = executor.submitCompletable(() -> {
            throw new IllegalStateException("expected");
        });
        await().until(failed::isDone);
        assertThat(failed).isCompletedExceptionally();
        assertThat(failed.handle((value, ex) -> ex.getCause()).join()).hasMessage("expected");
    }

    @ParameterizedTest
    @EnumSource
    void aThreadThatCannotBeMadeTakesNoPermit(OnSaturation onSaturation) throws Exception {
        AtomicReference<@Nullable ThreadFactory> threads = new AtomicReference<>(task -> null);
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(
                new Bound(1, 1, onSaturation),
                task -> Objects.requireNonNull(threads.get()).newThread(task));
        assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> executor.execute(this::hold));
        threads.set(task -> {
            throw new IllegalStateException("expected");
        });
        assertThatExceptionOfType(TaskRejectedException.class)
                .isThrownBy(() -> executor.execute(this::hold))
                .withRootCauseInstanceOf(IllegalStateException.class);
        threads.set(task -> {
            throw new OutOfMemoryError("expected");
        });
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> executor.execute(this::hold));
        assertThat(executor.getActiveCount()).isZero();
        threads.set(Thread::new);
        assertThat(executor.submit(() -> "runs").get()).isEqualTo("runs");
    }

    @Test
    void aWaitingTaskWhoseThreadCannotBeMadeLeavesTheQueue() {
        AtomicReference<ThreadFactory> threads = new AtomicReference<>(Thread::new);
        BoundedVirtualExecutor executor =
                new BoundedVirtualExecutor(Bound.of(1), task -> threads.get().newThread(task));
        executor.execute(this::hold);
        threads.set(task -> {
            throw new OutOfMemoryError("expected");
        });
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> executor.execute(this::hold));
        assertThat(executor.getQueuedCount()).isZero();
        assertThat(executor.getActiveCount()).isOne();
    }

    @Test
    void aTaskInterruptedWhileItWaitsIsCancelled() {
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(Bound.of(1), task -> {
            thread.set(new Thread(task));
            return Objects.requireNonNull(thread.get());
        });
        executor.execute(this::hold);
        Future<?> waiting = executor.submit(() -> order.add(1));
        Objects.requireNonNull(thread.get()).interrupt();
        await().until(waiting::isCancelled);
        assertThat(executor.getQueuedCount()).isZero();
        assertThat(executor.getActiveCount()).isOne();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
    void withoutVirtualThreadsItSaysSo() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> new BoundedVirtualExecutor(Bound.of(1)))
                .withMessage("Virtual threads need Java 21 or later; this is Java "
                        + Runtime.version().feature());
    }

    @Test
    void negativeBoundsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bound.of(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bound(1, -1, OnSaturation.QUEUE));
    }

    @Test
    void noBoundRunsAllAtOnce() {
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(Bound.NONE, Thread::new);
        IntStream.range(0, 50).forEach(number -> executor.execute(this::hold));
        assertThat(executor.getActiveCount()).isEqualTo(50);
        assertThat(executor.getQueuedCount()).isZero();
    }

    private static BoundedVirtualExecutor executor(int maxConcurrency, int queueCapacity, OnSaturation onSaturation) {
        return new BoundedVirtualExecutor(new Bound(maxConcurrency, queueCapacity, onSaturation), Thread::new);
    }

    private void hold() {
        try {
            held.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
