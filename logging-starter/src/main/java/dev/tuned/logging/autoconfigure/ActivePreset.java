/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.install.InstalledLogging;

/** The preset that is active at the moment: logging may be configured again while the application runs. */
interface ActivePreset {

    /** Returns the preset, or {@code null} where another logging system than Boot's for Logback was chosen. */
    @Nullable
    InstalledLogging find();

    /** The asynchronous appenders. */
    default List<TunedAsyncAppender> appenders() {
        InstalledLogging installed = find();
        return (installed != null) ? installed.appenders() : List.of();
    }

    /** In the Logback that the application logs with. */
    static ActivePreset inLogback() {
        return () -> LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                ? InstalledLogging.of(context)
                : null;
    }
}
