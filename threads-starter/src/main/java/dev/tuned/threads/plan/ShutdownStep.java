/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.context.SmartLifecycle;

/** What a shutdown does or waits for in one of its phases. */
public abstract class ShutdownStep implements SmartLifecycle {

    private final int phase;

    private volatile boolean running;

    protected ShutdownStep(int phase) {
        this.phase = phase;
    }

    /** Waits on a thread of its own, so that Spring can go on once its time for the phase is over. */
    protected final void stopAfter(Runnable wait, Runnable callback) {
        Thread thread = new Thread(
                () -> {
                    try {
                        wait.run();
                    } finally {
                        stop();
                        callback.run();
                    }
                },
                "tuned-threads-shutdown");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void start() {
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
    }

    @Override
    public final boolean isRunning() {
        return this.running;
    }

    /** A context that pauses does not shut down. */
    @Override
    public final boolean isPauseable() {
        return false;
    }

    @Override
    public final int getPhase() {
        return this.phase;
    }
}
