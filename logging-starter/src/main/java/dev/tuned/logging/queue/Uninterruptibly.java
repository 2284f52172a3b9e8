/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting that an interrupt does not end; the thread is interrupted again afterwards. */
public final class Uninterruptibly {

    /** A time that does not end. */
    public static final long FOR_EVER_NANOS = Long.MAX_VALUE / 2;

    private static final long FIRST_POLL_NANOS = 50_000;
    private static final long MAX_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Uninterruptibly() {}

    /**
     * Waits until something is so, at most for a time. Who is unparked looks at once. Returns whether it is; what was found to be so is not
     * asked again.
     */
    public static boolean await(BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        long poll = FIRST_POLL_NANOS;
        boolean interrupted = false;
        try {
            boolean done = condition.getAsBoolean();
            while (!done && System.nanoTime() - deadline < 0) {
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(condition, poll);
                poll = Math.min(2 * poll, MAX_POLL_NANOS);
                done = condition.getAsBoolean();
            }
            return done;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
