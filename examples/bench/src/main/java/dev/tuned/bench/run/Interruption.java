/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends what the calling thread is at when this process is asked to end, as by Ctrl-C: runs a step, interrupts the
 * thread, and gives it time to clean up. To be closed when that is done.
 */
public final class Interruption implements AutoCloseable {

    private static final long CLEAN_SECONDS = 30;

    private final CountDownLatch cleaned = new CountDownLatch(1);
    private final Thread hook;

    /** Watches the calling thread from now on. */
    public Interruption(Runnable first) {
        Thread worker = Thread.currentThread();
        hook = new Thread(() -> end(worker, first), "ctrl-c");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(Thread worker, Runnable first) {
        try {
            first.run();
            worker.interrupt();
            cleaned.await(CLEAN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        cleaned.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ex) {
            // The process is ending, and the hook runs.
        }
    }
}
