/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.time.Duration;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadSettings.Pace;

/** Adds up the time spent waiting for a client and ends what is too slow. For one thread. */
final class Pacer {

    private static final long SECOND = 1_000_000_000;

    private final long minRate;

    private final long grace;

    private final long timeout;

    private long waited;

    Pacer(Pace pace) {
        this.minRate = pace.minRate();
        this.grace = nanos(pace.grace());
        this.timeout = (pace.timeout() != null) ? nanos(pace.timeout()) : Long.MAX_VALUE;
    }

    /**
     * Counts a wait.
     *
     * @param bytes received so far
     * @throws UploadException if the client is too slow
     */
    void waited(long nanos, long bytes) {
        waited += nanos;
        if (waited > timeout) {
            throw tooSlow(
                    "Seconds that the client took for %d bytes".formatted(bytes),
                    timeout / SECOND,
                    waited / SECOND,
                    "timeout");
        }
        if (minRate > 0 && waited > grace) {
            double rate = bytes * (double) SECOND / waited;
            if (rate < minRate) {
                throw tooSlow("Bytes per second of the client", minRate, (long) rate, "min-rate");
            }
        }
    }

    private static UploadException tooSlow(String what, long limit, long actual, String name) {
        String property = "tuned.upload." + name;
        String message = "%s: %d, limit %d (%s)".formatted(what, actual, limit, property);
        return new UploadException(Reason.TOO_SLOW, message, limit, actual, property, null);
    }

    /** Nanoseconds, and the highest number where they are more. */
    private static long nanos(Duration time) {
        return (time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0) ? time.toNanos() : Long.MAX_VALUE;
    }
}
