/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The thread of one simulated process, which may stand still for a while or die. */
class ProcessTimer implements LogTimer {

    private final VirtualTime time;
    private long pausedUntil;
    private boolean dead;

    ProcessTimer(VirtualTime time) {
        this.time = time;
    }

    void pause(Duration duration) {
        pausedUntil = Math.max(pausedUntil, time.now() + duration.toNanos());
    }

    boolean isRunning() {
        return !dead && time.now() >= pausedUntil;
    }

    void die() {
        dead = true;
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, Duration.ZERO);
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        time.at(time.now() + delay.toNanos(), () -> run(task));
    }

    private void run(Runnable task) {
        if (isRunning()) {
            task.run();
        } else if (!dead) {
            time.at(pausedUntil, () -> run(task));
        }
    }

    @Override
    public long nanoTime() {
        return time.now();
    }

    @Override
    public long wallClockMicros() {
        return TimeUnit.NANOSECONDS.toMicros(time.now()) + 1_700_000_000_000_000L;
    }

    @Override
    public void close() {
        die();
    }
}
