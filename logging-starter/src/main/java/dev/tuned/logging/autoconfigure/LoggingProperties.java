/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.queue.LoggingSettings;

/** Settings of the logging starter. */
@ConfigurationProperties("tuned.logging")
final class LoggingProperties implements InitializingBean {

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** Settings of the asynchronous writes. */
    private final Async async = new Async();

    /**
     * Longest time to wait for the queues to be written when logging stops. What remains is counted on
     * standard error.
     */
    private Duration shutdownTimeout = Duration.ofSeconds(20);

    /** Checks the bounds. To be called after binding, as Spring does for a bean. */
    @Override
    public void afterPropertiesSet() {
        check("async.queue-size", async.queueSize, async.queueSize.toBytes(), LoggingSettings.QUEUE_BYTES);
        check(
                "shutdown-timeout",
                shutdownTimeout,
                TimeUnit.MILLISECONDS.convert(shutdownTimeout),
                LoggingSettings.SHUTDOWN_TIMEOUT);
        for (String name : async.exclude) {
            if (async.include.contains(name)) {
                throw new InvalidConfigurationPropertyValueException(
                        "tuned.logging.async.exclude", name, "async.include names it, too");
            }
        }
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
        return new LoggingSettings(
                Set.copyOf(async.include),
                Set.copyOf(async.exclude),
                async.queueSize.toBytes(),
                async.overflow,
                Map.copyOf(async.overflowOf),
                shutdownTimeout);
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

    public Duration getShutdownTimeout() {
        return shutdownTimeout;
    }

    public void setShutdownTimeout(Duration shutdownTimeout) {
        this.shutdownTimeout = shutdownTimeout;
    }

    /** Settings of the asynchronous writes. */
    static final class Async {

        /** Size of the queue in front of each appender's stream, at most a thirty-second of the heap. */
        private DataSize queueSize = DataSize.ofMegabytes(8);

        /**
         * What a logging call does when the queue is full. BLOCK waits while the output makes progress,
         * BLOCK_FOREVER always.
         */
        private OverflowPolicy overflow = OverflowPolicy.BLOCK;

        /** Overflow policies of single appenders, by name. */
        private final Map<String, OverflowPolicy> overflowOf = new HashMap<>();

        /**
         * Names of the appenders to make asynchronous; all of Logback's own console and file appenders if empty. A
         * subclass of theirs is changed only if it is named.
         */
        private final Set<String> include = new HashSet<>();

        /** Names of the appenders to leave as they are. */
        private final Set<String> exclude = new HashSet<>();

        public DataSize getQueueSize() {
            return queueSize;
        }

        public void setQueueSize(DataSize queueSize) {
            this.queueSize = queueSize;
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

        public Set<String> getInclude() {
            return include;
        }

        public Set<String> getExclude() {
            return exclude;
        }
    }
}
