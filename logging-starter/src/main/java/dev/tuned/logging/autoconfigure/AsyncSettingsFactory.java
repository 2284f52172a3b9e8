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
        LoggingProperties.Async async = properties.async();
        return new AsyncSettings(
                async.include(),
                async.exclude(),
                properties.callerData(),
                appender(properties, async),
                async.overflowOf());
    }

    private static AppenderSettings appender(LoggingProperties properties, LoggingProperties.Async async) {
        return new AppenderSettings(
                async.queueSize(),
                async.queueBytes().toBytes(),
                async.overflow(),
                level(async.dropBelowLevel()),
                async.blockTimeout(),
                Math.toIntExact(properties.bufferSize().toBytes()),
                properties.flushInterval(),
                properties.flushOnIdle(),
                level(properties.flushLevel()),
                properties.encodeInCaller(),
                properties.shutdownTimeout());
    }

    /** As Boot does it for {@code logging.level}: Logback has no FATAL. */
    private static Level level(LogLevel level) {
        return (level == LogLevel.FATAL) ? Level.ERROR : Level.toLevel(level.name());
    }
}
