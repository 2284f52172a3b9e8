/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.Level;
import org.springframework.boot.logging.LogLevel;

import dev.tuned.logging.install.AsyncSettings;
import dev.tuned.logging.queue.AppenderSettings;

/** From properties to settings. Apart from the properties, which are bound where there is no Logback, too. */
final class AsyncSettingsFactory {

    private AsyncSettingsFactory() {}

    static AsyncSettings settings(LoggingProperties properties) {
        LoggingProperties.Async async = properties.getAsync();
        return new AsyncSettings(
                async.getInclude(),
                async.getExclude(),
                properties.getCallerData(),
                appender(properties, async),
                async.getOverflowOf());
    }

    private static AppenderSettings appender(LoggingProperties properties, LoggingProperties.Async async) {
        return new AppenderSettings(
                async.getQueueSize(),
                async.getQueueBytes().toBytes(),
                async.getOverflow(),
                level(async.getDropBelowLevel()),
                async.getBlockTimeout(),
                Math.toIntExact(properties.getBufferSize().toBytes()),
                properties.getFlushInterval(),
                properties.getFlushOnIdle(),
                level(properties.getFlushLevel()),
                properties.getEncodeInCaller(),
                properties.getShutdownTimeout());
    }

    /** As Boot does it for {@code logging.level}: Logback has no FATAL. */
    private static Level level(LogLevel level) {
        return (level == LogLevel.FATAL) ? Level.ERROR : Level.toLevel(level.name());
    }
}
