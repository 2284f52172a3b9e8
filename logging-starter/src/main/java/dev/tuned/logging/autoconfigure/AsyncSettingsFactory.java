/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.Level;
import org.springframework.boot.logging.LogLevel;

import dev.tuned.logging.AsyncSettings;
import dev.tuned.logging.SinkSettings;

/** From properties to settings. Apart from the properties, which are bound where there is no Logback, too. */
final class AsyncSettingsFactory {

    private AsyncSettingsFactory() {}

    static AsyncSettings settings(LoggingProperties properties) {
        LoggingProperties.Async async = properties.async();
        return new AsyncSettings(async.include(), async.exclude(), properties.callerData(), sink(properties, async));
    }

    private static SinkSettings sink(LoggingProperties properties, LoggingProperties.Async async) {
        return new SinkSettings(
                async.queueSize(),
                async.overflow(),
                level(async.dropBelowLevel()),
                async.blockTimeout(),
                Math.toIntExact(properties.file().bufferSize().toBytes()),
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
