/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.time.Duration;

import dev.tuned.upload.UploadFailure.Reason;

/** Adds up the time spent waiting for a client and ends what is too slow. For one thread. */
final class MinimumRateCheck {

    private static final long SECOND = 1_000_000_000;

    private final Limit minimum;

    private final long grace;

    private long waited;

    MinimumRateCheck(MinimumRate rate) {
        this.minimum = new Limit(rate.bytesPerSecond(), "tuned.upload.min-rate");
        this.grace = nanos(rate.grace());
    }

    /**
     * Counts a wait.
     *
     * @param bytes received so far
     * @throws BodyException if the client is too slow
     */
    void waited(long nanos, long bytes) throws BodyException {
        waited += nanos;
        if (minimum.value() > 0 && waited > grace) {
            double rate = bytes * (double) SECOND / waited;
            if (rate < minimum.value()) {
                throw new BodyException(Reason.TOO_SLOW, "The client sends too slowly", minimum, (long) rate);
            }
        }
    }

    /** Nanoseconds, and the highest number where they are more. */
    private static long nanos(Duration time) {
        return (time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0) ? time.toNanos() : Long.MAX_VALUE;
    }
}
