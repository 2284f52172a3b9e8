/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.logging.AsyncSettings;
import dev.tuned.logging.CallerDataMode;

/**
 * Settings of the logging starter.
 *
 * @param enabled Whether to enable the starter.
 * @param async Settings of the asynchronous hand-off.
 * @param callerData When to capture the class, method and line that logged an event. With AUTO only for appenders that print it;
 *     with OFF they print a question mark.
 * @param flushInterval Longest time a line stays in a buffer. A line at ERROR is flushed at once.
 * @param shutdownTimeout Longest time to wait for the queues to be written when logging stops. What remains is counted on
 *     standard error.
 * @param exceptionPackagingData Whether stack traces name the jar of each frame where no Logback configuration file decides it.
 * @param stages Settings of the timing of stages.
 */
@ConfigurationProperties("tuned.logging")
public record LoggingProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Async async,
        @DefaultValue("auto") CallerDataMode callerData,
        @DefaultValue("200ms") Duration flushInterval,
        @DefaultValue("30s") Duration shutdownTimeout,
        @DefaultValue("false") boolean exceptionPackagingData,
        @DefaultValue Stages stages) {

    private static final Duration LONGEST_FLUSH_INTERVAL = Duration.ofMinutes(1);
    private static final Duration LONGEST_SHUTDOWN_TIMEOUT = Duration.ofHours(1);

    public LoggingProperties {
        requireBetween("tuned.logging.flush-interval", flushInterval, LONGEST_FLUSH_INTERVAL);
        requireBetween("tuned.logging.shutdown-timeout", shutdownTimeout, LONGEST_SHUTDOWN_TIMEOUT);
    }

    private static void requireBetween(String property, Duration value, Duration longest) {
        if (value.toMillis() < 1 || value.compareTo(longest) > 0) {
            throw new InvalidLoggingConfigurationException(
                    property,
                    value,
                    "it is not between 1ms and %ds".formatted(longest.toSeconds()),
                    "Set %s to a duration from 1ms to %ds, for example 200ms or 30s."
                            .formatted(property, longest.toSeconds()));
        }
    }

    AsyncSettings toSettings() {
        return new AsyncSettings(
                async.queueSize, async.include, async.exclude, callerData, flushInterval, shutdownTimeout);
    }

    /**
     * Settings of the asynchronous hand-off.
     *
     * @param queueSize Number of events that wait between the callers and the writer of one appender. A full queue makes callers
     *     wait.
     * @param include Names of the appenders to make asynchronous; all of them if empty.
     * @param exclude Names of the appenders to leave as they are.
     */
    public record Async(
            @DefaultValue("8192") int queueSize,
            @DefaultValue Set<String> include,
            @DefaultValue Set<String> exclude) {

        private static final int LARGEST_QUEUE = 1 << 20;

        public Async {
            if (queueSize < 1 || queueSize > LARGEST_QUEUE) {
                throw new InvalidLoggingConfigurationException(
                        "tuned.logging.async.queue-size",
                        queueSize,
                        "it is not between 1 and %d".formatted(LARGEST_QUEUE),
                        "Set tuned.logging.async.queue-size to a number from 1 to %d; an event takes about 0.5 to 6 KB."
                                .formatted(LARGEST_QUEUE));
            }
        }
    }

    /**
     * Settings of the timing of stages.
     *
     * @param enabled Whether to time stages.
     * @param reportInterval Time from one table of the stages in the log to the next. No tables if zero.
     * @param slowRequestThreshold Time from which on a request is told in the log with its stages. Not told if empty.
     */
    public record Stages(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("30s") Duration reportInterval,
            @Nullable Duration slowRequestThreshold) {

        private static final Duration LONGEST_REPORT_INTERVAL = Duration.ofDays(1);
        private static final Duration LONGEST_SLOW_REQUEST_THRESHOLD = Duration.ofHours(1);

        public Stages {
            if (!reportInterval.isZero()) {
                requireBetween("tuned.logging.stages.report-interval", reportInterval, LONGEST_REPORT_INTERVAL);
            }
            if (slowRequestThreshold != null) {
                requireBetween(
                        "tuned.logging.stages.slow-request-threshold",
                        slowRequestThreshold,
                        LONGEST_SLOW_REQUEST_THRESHOLD);
            }
        }
    }
}
