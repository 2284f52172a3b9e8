/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.core.task.AsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Callers whose stack ends at each step of handing over a task: no place of the executor is taken for ever. */
class StackRoomTests {

    /** Deeper than any step of handing over a task is below its caller. */
    private static final int LAST_FRAMES = 300;

    private static final int STACK_BYTES = 512 * 1024;

    private int deepest;

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void stackEndsAtEachStepBeforeAVirtualThreadStarts() throws Exception {
        for (OnSaturation saturation : OnSaturation.values()) {
            try (BoundedVirtualExecutor executor = new BoundedVirtualExecutor(bound(saturation))) {
                overflow(executor, executor::getActiveCount, executor::getQueuedCount);
            }
        }
    }

    @Test
    void stackEndsAtEachStepBeforeAThreadStarts() throws Exception {
        for (OnSaturation saturation : OnSaturation.values()) {
            try (BoundedVirtualExecutor executor = new BoundedVirtualExecutor(bound(saturation), Thread::new)) {
                overflow(executor, executor::getActiveCount, executor::getQueuedCount);
            }
        }
    }

    private static Bound bound(OnSaturation saturation) {
        return new Bound(1, 2, saturation);
    }

    private void overflow(AsyncTaskExecutor executor, IntSupplier active, IntSupplier queued) throws Exception {
        Consumer<Runnable> submit = executor::execute;
        for (int round = 0; round < 3; round++) {
            onDeepStack(() -> {
                deepest = 0;
                try {
                    descend(Integer.MAX_VALUE, () -> {});
                } catch (StackOverflowError ex) {
                    // As deep as it goes.
                }
                int last = deepest;
                for (int frames = Math.max(0, last - LAST_FRAMES); frames <= last; frames++) {
                    try {
                        descend(frames, () -> submit.accept(() -> {}));
                    } catch (StackOverflowError | RuntimeException ex) {
                        // Rejected where two wait already, or out of stack.
                    }
                }
            });
            await().untilAsserted(() -> {
                assertThat(active.getAsInt()).isZero();
                assertThat(queued.getAsInt()).isZero();
            });
            CountDownLatch ran = new CountDownLatch(3);
            for (int task = 0; task < 3; task++) {
                int before = task;
                executor.execute(ran::countDown);
                await().until(() -> ran.getCount() <= 2 - before);
            }
        }
    }

    private void descend(int frames, Runnable last) {
        if (frames == 0) {
            last.run();
        } else {
            deepest++;
            descend(frames - 1, last);
            // Not a tail call.
            deepest += 0;
        }
    }

    private static void onDeepStack(Runnable work) throws InterruptedException {
        Thread thread = new Thread(null, work, "deep", STACK_BYTES);
        thread.start();
        thread.join();
    }
}
