/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a simulated process does later, in virtual time and on the test's own thread. */
final class ProcessScheduler extends ScheduledThreadPoolExecutor {

    private final ProcessTimer timer;

    /** What nobody asks for. */
    private final ScheduledFuture<?> never = super.schedule(() -> {}, 1, TimeUnit.DAYS);

    ProcessScheduler(ProcessTimer timer) {
        super(1);
        this.timer = timer;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        timer.schedule(task, Duration.ofNanos(unit.toNanos(delay)));
        return never;
    }
}
