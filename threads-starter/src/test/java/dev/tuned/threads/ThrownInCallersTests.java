/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** A caller whose stack is used up, at whichever step of handing over a task, keeps neither a permit nor a place. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThrownInCallersTests {

    private static final int STACK_BYTES = 256 * 1024;

    private static final int ROUNDS = 40;

    /** Frames above the deepest one in which a task is handed over. */
    private static final int FRAMES = 150;

    private final ThreadFactory threads = task -> {
        Thread thread = new Thread(task, "task");
        thread.setDaemon(true);
        return thread;
    };

    private final BoundedVirtualExecutor executor =
            new BoundedVirtualExecutor(new Bound(4, 1_000_000, OnSaturation.QUEUE), threads);

    private long overflows;

    @Test
    void usedUpStackTakesNothingWithIt() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            int shift = round % 16;
            Thread caller = new Thread(null, () -> shifted(shift), "caller", STACK_BYTES);
            caller.start();
            caller.join();
        }
        assertThat(overflows).isGreaterThan(ROUNDS);
        await().untilAsserted(() -> assertThat(executor.getActiveCount()).isZero());
        assertThat(executor.getQueuedCount()).isZero();
        CountDownLatch idle = new CountDownLatch(1);
        executor.stop(idle::countDown);
        assertThat(idle.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // What the set of tasks throws for, as it may for want of memory.
    void taskThatCannotBeAddedIsNotCounted() {
        Tasks tasks = new Tasks();
        Task[] none = new Task[1];
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> tasks.add(none[0]));
        assertThat(tasks.isIdle()).isTrue();
    }

    /** So that the stack ends at another place within a frame. */
    private int shifted(int frames) {
        return (frames > 0) ? shifted(frames - 1) + 1 : deeper();
    }

    /** Returns how many frames are below this one; each of the deepest hands over a task. */
    private int deeper() {
        int below;
        try {
            below = deeper() + 1;
        } catch (StackOverflowError ex) {
            below = 0;
        }
        if (below < FRAMES) {
            handOver();
        }
        return below;
    }

    private void handOver() {
        try {
            executor.execute(() -> {});
        } catch (StackOverflowError ex) {
            overflows++;
        }
    }
}
