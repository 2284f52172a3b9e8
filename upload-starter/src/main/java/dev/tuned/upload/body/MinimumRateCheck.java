/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.body;

import java.util.concurrent.TimeUnit;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.Limit;

/** Adds up the time spent waiting for a client and ends what is too slow. For one thread. */
final class MinimumRateCheck {

    private static final long SECOND = 1_000_000_000;

    private final Limit minimum;

    private final long grace;

    private long waited;

    MinimumRateCheck(MinimumRate rate) {
        this.minimum = new Limit(rate.bytesPerSecond(), "tuned.upload.min-rate");
        this.grace = TimeUnit.NANOSECONDS.convert(rate.grace()); // Long.MAX_VALUE where it is more.
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
}
