/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import dev.tuned.logging.SinkDescription;
import dev.tuned.logging.SinkSettings;
import dev.tuned.logging.SinkStatistics;

/**
 * One asynchronous appender, as the endpoint {@code tunedlogging} tells it.
 *
 * @param type class of the appender that writes
 * @param configured whether the Logback configuration has the hand-off, and not the starter has put it there
 * @param synchronous whether callers write themselves, because logging has ended
 * @param callerData whether class, method and line of the caller are captured
 * @param settings the settings of the hand-off
 * @param capacity events the queue holds
 * @param queued events that wait
 * @param accepted events given to the appender since the start
 * @param written those of them that were handed to the operating system
 * @param dropped those of them that were not and will not be
 * @param droppedBy {@code dropped} by reason and level
 * @param blocked waits of callers for room in the queue
 * @param flushes flushes of a batch to the operating system
 * @param failing whether writing fails at present
 * @param lastFailure the last failure to write
 * @param lastFailureAt when that was
 * @param lastDropAt when an event was last dropped
 */
public record AppenderReport(
        String type,
        boolean configured,
        boolean synchronous,
        boolean callerData,
        Settings settings,
        int capacity,
        long queued,
        long accepted,
        long written,
        long dropped,
        Map<String, Map<String, Long>> droppedBy,
        Times blocked,
        Times flushes,
        boolean failing,
        @Nullable String lastFailure,
        @Nullable Instant lastFailureAt,
        @Nullable Instant lastDropAt)
        implements OperationResponseBody {

    static AppenderReport of(SinkDescription sink) {
        SinkStatistics now = sink.statistics();
        return new AppenderReport(
                sink.writesTo().getName(),
                sink.configured(),
                now.synchronous(),
                sink.callerData(),
                Settings.of(sink.settings()),
                now.capacity(),
                now.queued(),
                now.accepted(),
                now.written(),
                now.dropped(),
                droppedBy(now),
                Times.of(now.blocked(), now.blockedNanos(), now.maxBlockedNanos()),
                Times.of(now.flushes(), now.flushNanos(), now.maxFlushNanos()),
                now.failing(),
                now.lastFailure(),
                now.lastFailureAt(),
                now.lastDropAt());
    }

    private static Map<String, Map<String, Long>> droppedBy(SinkStatistics now) {
        Map<String, Map<String, Long>> byReason = new LinkedHashMap<>();
        now.droppedBy().forEach((reason, levels) -> {
            Map<String, Long> byLevel = new LinkedHashMap<>();
            levels.forEach((level, count) -> byLevel.put(level.levelStr, count));
            byReason.put(reason.name().toLowerCase(Locale.ROOT), byLevel);
        });
        return byReason;
    }

    /**
     * How often and how long. In milliseconds.
     *
     * @param count how often
     * @param totalMs all together
     * @param maxMs the longest
     */
    public record Times(long count, double totalMs, double maxMs) {

        private static final double NANOS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);

        static Times of(long count, long totalNanos, long maxNanos) {
            return new Times(count, totalNanos / NANOS_PER_MS, maxNanos / NANOS_PER_MS);
        }
    }

    /** The settings of a hand-off, see {@link SinkSettings}. */
    public record Settings(
            int queueSize,
            String overflow,
            String dropBelowLevel,
            Duration blockTimeout,
            int bufferSize,
            Duration flushInterval,
            boolean flushOnIdle,
            String flushLevel,
            boolean encodeInCaller,
            Duration shutdownTimeout) {

        static Settings of(SinkSettings settings) {
            return new Settings(
                    settings.queueSize(),
                    settings.overflow().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    settings.dropBelowLevel().levelStr,
                    settings.blockTimeout(),
                    settings.bufferSize(),
                    settings.flushInterval(),
                    settings.flushOnIdle(),
                    settings.flushLevel().levelStr,
                    settings.encodeInCaller(),
                    settings.shutdownTimeout());
        }
    }
}
