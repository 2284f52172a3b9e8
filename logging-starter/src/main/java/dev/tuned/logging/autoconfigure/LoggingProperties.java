/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.output.CallerDataMode;
import dev.tuned.logging.queue.AppenderSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/**
 * Settings of the logging starter. Immutable. A setting that another one makes meaningless, such as a timeout for an overflow
 * policy that has none, is ignored: profiles may well set both apart.
 *
 * @param enabled Whether to enable the starter.
 * @param async Settings of the asynchronous hand-off.
 * @param bufferSize Size of the buffer of each appender in which lines are gathered for one write.
 * @param flushInterval Longest time a line stays in a buffer.
 * @param flushOnIdle Whether to flush as soon as the queue is empty, without waiting for the flush interval.
 * @param flushLevel Lowest level that is flushed as soon as the writer reaches it, OFF for none.
 * @param callerData When to capture the class, method and line that logged an event. With AUTO only for appenders that print it;
 *     with OFF they print a question mark.
 * @param encodeInCaller Whether callers encode their events themselves, for objects in arguments, markers or key-value pairs that
 *     change after the call.
 * @param exceptionPackagingData Whether stack traces name the jar of each frame where no Logback configuration file decides it.
 * @param shutdownTimeout Longest time to wait for the queues to be written when logging stops. What remains is counted on
 *     standard error.
 */
@ConfigurationProperties("tuned.logging")
public record LoggingProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue Async async,
        @DefaultValue("64KB") DataSize bufferSize,
        @DefaultValue("200ms") Duration flushInterval,
        @DefaultValue("true") Boolean flushOnIdle,
        @DefaultValue("error") LogLevel flushLevel,
        @DefaultValue("auto") CallerDataMode callerData,
        @DefaultValue("false") Boolean encodeInCaller,
        @DefaultValue("false") Boolean exceptionPackagingData,
        @DefaultValue("20s") Duration shutdownTimeout) {

    static final String PREFIX = "tuned.logging.";

    /** Checks the bounds. */
    public LoggingProperties {
        PropertyCheck check = new PropertyCheck(PREFIX);
        check.between(
                "buffer-size",
                bufferSize,
                DataSize.ofBytes(AppenderSettings.LEAST_BUFFER_SIZE),
                DataSize.ofBytes(AppenderSettings.MOST_BUFFER_SIZE),
                "lines of more than one buffer are written whole");
        check.upTo("flush-interval", flushInterval, AppenderSettings.MOST_FLUSH_INTERVAL);
        check.upTo("shutdown-timeout", shutdownTimeout, AppenderSettings.MOST_SHUTDOWN_TIMEOUT);
    }

    /**
     * Settings of the asynchronous hand-off.
     *
     * @param queueSize Number of events that wait between the callers and the writer of one appender.
     * @param queueBytes Bytes of large events that wait in the queue of one appender, at most a sixteenth of the heap.
     * @param overflow What a caller does when the queue is full. BLOCK waits while the writer makes progress, BLOCK_FOREVER
     *     always, DROP_BELOW drops its event at once if it is below a level.
     * @param overflowOf Overflow policies of single appenders, by name.
     * @param dropBelowLevel Lowest level that is not dropped with the overflow policy DROP_BELOW, OFF to drop all.
     * @param blockTimeout Time without progress of the writer after which no caller waits.
     * @param include Names of the appenders to make asynchronous; all of them if empty. An asynchronous
     *     appender of Logback's is replaced only if it is named.
     * @param exclude Names of the appenders to leave as they are.
     */
    public record Async(
            @DefaultValue("8192") Integer queueSize,
            @DefaultValue("16MB") DataSize queueBytes,
            @DefaultValue("block") OverflowPolicy overflow,
            @DefaultValue Map<String, OverflowPolicy> overflowOf,
            @DefaultValue("info") LogLevel dropBelowLevel,
            @DefaultValue("1s") Duration blockTimeout,
            @DefaultValue Set<String> include,
            @DefaultValue Set<String> exclude) {

        /** Checks the bounds. */
        public Async {
            PropertyCheck check = new PropertyCheck(PREFIX + "async.");
            check.between(
                    "queue-size", queueSize, 1, AppenderSettings.MOST_QUEUE_SIZE, "an event takes about 0.5 to 6 KB");
            check.between(
                    "queue-bytes",
                    queueBytes,
                    DataSize.ofBytes(AppenderSettings.LEAST_QUEUE_BYTES),
                    DataSize.ofBytes(AppenderSettings.MOST_QUEUE_BYTES),
                    "one event is always taken");
            check.upTo("block-timeout", blockTimeout, AppenderSettings.MOST_BLOCK_TIMEOUT);
        }
    }
}
