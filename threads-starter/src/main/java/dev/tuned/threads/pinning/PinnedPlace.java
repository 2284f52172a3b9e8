/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What has happened at one place since the start.
 *
 * @param place the application's frame, such as {@code com.example.Prices.load:42}
 * @param reason what kept threads on their carriers
 * @param explanation what the JVM said of the last time; empty before Java 24
 * @param count how often
 * @param longest the longest time
 * @param frames what is told of the stack, from the top down
 */
public record PinnedPlace(
        String place, PinnedReason reason, String explanation, long count, Duration longest, List<String> frames) {

    /** @param before what was known of the place; null if nothing */
    static PinnedPlace of(Pin pin, @Nullable PinnedPlace before) {
        Duration longest =
                (before != null && before.longest.compareTo(pin.duration()) > 0) ? before.longest : pin.duration();
        return new PinnedPlace(
                pin.place().name(),
                pin.reason(),
                pin.explanation(),
                (before != null) ? before.count + 1 : 1,
                longest,
                pin.place().frames());
    }
}
