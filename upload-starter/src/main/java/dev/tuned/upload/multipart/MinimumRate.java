/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Minimum rate at which a client has to send. Only time spent waiting for it counts.
 *
 * @param bytesPerSecond on average, 0 for no minimum
 * @param grace time before the rate counts
 */
public record MinimumRate(long bytesPerSecond, Duration grace) {

    private static final double SECOND = 1_000_000_000;

    /**
     * Compares the bytes that came with the nanoseconds that were spent waiting for them.
     *
     * @return the failure of a client that is too slow, or null
     */
    @Nullable
    BodyException failure(long bytes, long waited) {
        // A grace of more nanoseconds than a long can hold becomes the largest long.
        if (bytesPerSecond <= 0
                || waited <= TimeUnit.NANOSECONDS.convert(grace)
                || bytes * SECOND / waited >= bytesPerSecond) {
            return null;
        }
        Limit minimum = new Limit(bytesPerSecond, "tuned.upload.min-rate");
        long rate = (long) (bytes * SECOND / waited);
        return new BodyException(Reason.TOO_SLOW, "The client sends too slowly", minimum, rate);
    }
}
