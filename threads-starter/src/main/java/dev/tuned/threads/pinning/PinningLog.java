/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs where threads were pinned: the same place once in an interval, and no more than {@value #MAX_LINES} places in one, so
 * that it stays readable whatever happens. Not thread-safe: the JFR stream calls it from one thread.
 */
final class PinningLog {

    static final int MAX_LINES = 64;

    private static final Log logger = LogFactory.getLog(PinningLog.class);

    private final long intervalNanos;

    private final LongSupplier nanoTime;

    /** When each place was logged, within the last interval, oldest first. */
    private final Map<String, Long> logged = new LinkedHashMap<>();

    PinningLog(Duration interval, LongSupplier nanoTime) {
        this.intervalNanos = TimeUnit.NANOSECONDS.convert(interval);
        this.nanoTime = nanoTime;
    }

    void log(Pin pin, PinnedPlace place) {
        if (isDue(place.reason() + " " + place.place())) {
            logger.warn(text(pin, place));
        }
    }

    private boolean isDue(String key) {
        long now = this.nanoTime.getAsLong();
        Iterator<Long> times = this.logged.values().iterator();
        while (times.hasNext() && now - times.next() >= this.intervalNanos) {
            times.remove();
        }
        return this.logged.size() < MAX_LINES && this.logged.putIfAbsent(key, now) == null;
    }

    private static String text(Pin pin, PinnedPlace place) {
        StringBuilder text =
                new StringBuilder("tuned threads: a virtual thread kept its carrier thread for %d ms at %s (%s%s)"
                        .formatted(
                                pin.duration().toMillis(),
                                place.place(),
                                place.reason().tag(),
                                pin.explanation().isEmpty() ? "" : ": " + pin.explanation()));
        if (place.count() > 1) {
            text.append(", %d times so far, %d ms the longest"
                    .formatted(place.count(), place.longest().toMillis()));
        }
        pin.place().frames().forEach(frame -> text.append("\n\tat ").append(frame));
        return text.toString();
    }
}
