/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Task executor with one virtual thread per task that ends as Boot's pool ends: running tasks are awaited when the context
 * stops, within {@code spring.lifecycle.timeout-per-shutdown-phase}, and without a web server they keep the JVM running.
 * Thread-safe.
 */
final class VirtualTaskExecutor extends SimpleAsyncTaskExecutor implements SmartLifecycle {

    private final Object lock = new Object();

    private final @Nullable JvmKeeper keeper;

    private int active;

    private boolean running = true;

    private @Nullable Runnable whenIdle;

    /** @param keeper what keeps the JVM running during tasks; null where a web server does */
    VirtualTaskExecutor(@Nullable JvmKeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    protected void doExecute(Runnable task) {
        begin();
        try {
            super.doExecute(() -> {
                try {
                    task.run();
                } finally {
                    end();
                }
            });
        } catch (RuntimeException | Error ex) {
            end();
            throw ex;
        }
    }

    private void begin() {
        synchronized (this.lock) {
            if (this.active++ == 0 && this.keeper != null) {
                this.keeper.hold();
            }
        }
    }

    private void end() {
        Runnable callback = null;
        synchronized (this.lock) {
            if (--this.active == 0) {
                callback = this.whenIdle;
                this.whenIdle = null;
                if (this.keeper != null) {
                    this.keeper.release();
                }
            }
        }
        if (callback != null) {
            callback.run();
        }
    }

    @Override
    public void stop(Runnable callback) {
        synchronized (this.lock) {
            this.running = false;
            if (this.active > 0) {
                this.whenIdle = callback;
                return;
            }
        }
        callback.run();
    }

    @Override
    public void start() {
        synchronized (this.lock) {
            this.running = true;
        }
    }

    @Override
    public void stop() {
        synchronized (this.lock) {
            this.running = false;
        }
    }

    @Override
    public boolean isRunning() {
        synchronized (this.lock) {
            return this.running;
        }
    }

    /** The phase of Spring's own executors. */
    @Override
    public int getPhase() {
        return ExecutorConfigurationSupport.DEFAULT_PHASE;
    }
}
