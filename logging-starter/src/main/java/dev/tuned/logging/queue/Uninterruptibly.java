/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;

/** Waiting that an interrupt does not end; the thread is interrupted again afterwards. */
public final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Waits for a thread to end, at most for a time. */
    public static void join(Thread thread, long millis) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; thread.isAlive() && left > 0; ) {
            try {
                thread.join(left);
            } catch (InterruptedException ex) {
                interrupted = true;
            }
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
