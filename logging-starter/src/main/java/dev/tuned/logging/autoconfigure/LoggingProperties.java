/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/**
 * Settings of the logging starter. A setting that another one makes meaningless, such as a timeout for an overflow policy that has
 * none, is ignored: profiles may well set both apart.
 */
@ConfigurationProperties("tuned.logging")
final class LoggingProperties implements InitializingBean {

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** Settings of the asynchronous hand-off. */
    private final Async async = new Async();

    /** Size of the buffer of each appender in which lines are gathered for one write. */
    private DataSize bufferSize = DataSize.ofKilobytes(64);

    /** Longest time a line stays in a buffer. */
    private Duration flushInterval = Duration.ofMillis(200);

    /** Whether to flush as soon as the queue is empty, without waiting for the flush interval. */
    private Boolean flushOnIdle = true;

    /** Lowest level that is flushed as soon as the writer reaches it, OFF for none. */
    private LogLevel flushLevel = LogLevel.ERROR;

    /**
     * When to capture the class, method and line that logged an event. With AUTO only for appenders that print it;
     * with OFF they print a question mark.
     */
    private CallerDataMode callerData = CallerDataMode.AUTO;

    /**
     * Whether callers encode their events themselves, for objects in arguments, markers or key-value pairs that
     * change after the call.
     */
    private Boolean encodeInCaller = false;

    /** Whether stack traces name the jar of each frame where no Logback configuration file decides it. */
    private Boolean exceptionPackagingData = false;

    /**
     * Longest time to wait for the queues to be written when logging stops. What remains is counted on
     * standard error.
     */
    private Duration shutdownTimeout = Duration.ofSeconds(20);

    /** Checks the bounds. To be called after binding, as Spring does for a bean. */
    @Override
    public void afterPropertiesSet() {
        check("async.queue-size", async.queueSize, async.queueSize, LoggingSettings.QUEUE_SIZE);
        check("async.queue-bytes", async.queueBytes, async.queueBytes.toBytes(), LoggingSettings.QUEUE_BYTES);
        check("async.block-timeout", async.blockTimeout, LoggingSettings.BLOCK_TIMEOUT);
        check("buffer-size", bufferSize, bufferSize.toBytes(), LoggingSettings.BUFFER_BYTES);
        check("flush-interval", flushInterval, LoggingSettings.FLUSH_INTERVAL);
        check("shutdown-timeout", shutdownTimeout, LoggingSettings.SHUTDOWN_TIMEOUT);
    }

    private static void check(String name, Duration value, LoggingSettings.Range range) {
        check(name, value, TimeUnit.MILLISECONDS.convert(value), range);
    }

    private static void check(String name, Object value, long number, LoggingSettings.Range range) {
        if (!range.contains(number)) {
            throw new InvalidConfigurationPropertyValueException(
                    "tuned.logging." + name, value, "it has to be " + range);
        }
    }

    /** The same as the appenders take it; checked. */
    LoggingSettings settings() {
        afterPropertiesSet();
        LoggingSettings settings = new LoggingSettings();
        settings.include = Set.copyOf(async.include);
        settings.exclude = Set.copyOf(async.exclude);
        settings.queueSize = async.queueSize;
        settings.queueBytes = async.queueBytes.toBytes();
        settings.overflow = async.overflow;
        settings.overflowOf = Map.copyOf(async.overflowOf);
        // As Boot does it for logging.level: FATAL, which Logback does not know, is ERROR.
        settings.dropBelowLevel = Level.toLevel(async.dropBelowLevel.name(), Level.ERROR);
        settings.blockTimeout = async.blockTimeout;
        settings.bufferBytes = Math.toIntExact(bufferSize.toBytes());
        settings.flushInterval = flushInterval;
        settings.flushOnIdle = flushOnIdle;
        settings.flushLevel = Level.toLevel(flushLevel.name(), Level.ERROR);
        settings.callerData = callerData;
        settings.encodeInCaller = encodeInCaller;
        settings.shutdownTimeout = shutdownTimeout;
        return settings;
    }

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public Async getAsync() {
        return async;
    }

    public DataSize getBufferSize() {
        return bufferSize;
    }

    public void setBufferSize(DataSize bufferSize) {
        this.bufferSize = bufferSize;
    }

    public Duration getFlushInterval() {
        return flushInterval;
    }

    public void setFlushInterval(Duration flushInterval) {
        this.flushInterval = flushInterval;
    }

    public Boolean getFlushOnIdle() {
        return flushOnIdle;
    }

    public void setFlushOnIdle(Boolean flushOnIdle) {
        this.flushOnIdle = flushOnIdle;
    }

    public LogLevel getFlushLevel() {
        return flushLevel;
    }

    public void setFlushLevel(LogLevel flushLevel) {
        this.flushLevel = flushLevel;
    }

    public CallerDataMode getCallerData() {
        return callerData;
    }

    public void setCallerData(CallerDataMode callerData) {
        this.callerData = callerData;
    }

    public Boolean getEncodeInCaller() {
        return encodeInCaller;
    }

    public void setEncodeInCaller(Boolean encodeInCaller) {
        this.encodeInCaller = encodeInCaller;
    }

    public Boolean getExceptionPackagingData() {
        return exceptionPackagingData;
    }

    public void setExceptionPackagingData(Boolean exceptionPackagingData) {
        this.exceptionPackagingData = exceptionPackagingData;
    }

    public Duration getShutdownTimeout() {
        return shutdownTimeout;
    }

    public void setShutdownTimeout(Duration shutdownTimeout) {
        this.shutdownTimeout = shutdownTimeout;
    }

    /** Settings of the asynchronous hand-off. */
    static final class Async {

        /** Number of events that wait between the callers and the writer of one appender. */
        private Integer queueSize = 8192;

        /** Bytes of large events that wait in the queue of one appender, at most a sixteenth of the heap. */
        private DataSize queueBytes = DataSize.ofMegabytes(16);

        /**
         * What a caller does when the queue is full. BLOCK waits while the writer makes progress, BLOCK_FOREVER
         * always, DROP_BELOW drops its event at once if it is below a level.
         */
        private OverflowPolicy overflow = OverflowPolicy.BLOCK;

        /** Overflow policies of single appenders, by name. */
        private final Map<String, OverflowPolicy> overflowOf = new HashMap<>();

        /** Lowest level that is not dropped with the overflow policy DROP_BELOW, OFF to drop all. */
        private LogLevel dropBelowLevel = LogLevel.INFO;

        /** Time without progress of the writer after which no caller waits. */
        private Duration blockTimeout = Duration.ofSeconds(1);

        /**
         * Names of the appenders to make asynchronous; all of them if empty. An asynchronous
         * appender of Logback's is replaced only if it is named.
         */
        private final Set<String> include = new HashSet<>();

        /** Names of the appenders to leave as they are. */
        private final Set<String> exclude = new HashSet<>();

        public Integer getQueueSize() {
            return queueSize;
        }

        public void setQueueSize(Integer queueSize) {
            this.queueSize = queueSize;
        }

        public DataSize getQueueBytes() {
            return queueBytes;
        }

        public void setQueueBytes(DataSize queueBytes) {
            this.queueBytes = queueBytes;
        }

        public OverflowPolicy getOverflow() {
            return overflow;
        }

        public void setOverflow(OverflowPolicy overflow) {
            this.overflow = overflow;
        }

        public Map<String, OverflowPolicy> getOverflowOf() {
            return overflowOf;
        }

        public LogLevel getDropBelowLevel() {
            return dropBelowLevel;
        }

        public void setDropBelowLevel(LogLevel dropBelowLevel) {
            this.dropBelowLevel = dropBelowLevel;
        }

        public Duration getBlockTimeout() {
            return blockTimeout;
        }

        public void setBlockTimeout(Duration blockTimeout) {
            this.blockTimeout = blockTimeout;
        }

        public Set<String> getInclude() {
            return include;
        }

        public Set<String> getExclude() {
            return exclude;
        }
    }
}
