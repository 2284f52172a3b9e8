/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.SinkDescription;

/** The preset as it is at the moment: logging may be set up anew while the application runs. */
interface InForce {

    /** Returns the preset, or {@code null} where another logging system than Boot's for Logback was chosen. */
    @Nullable
    AsyncLogging find();

    /** The asynchronous appenders. */
    default List<SinkDescription> sinks() {
        AsyncLogging installed = find();
        return (installed != null) ? installed.sinks() : List.of();
    }

    /** In the Logback that the application logs with. */
    static InForce inLogback() {
        return () ->
                LoggerFactory.getILoggerFactory() instanceof LoggerContext context ? AsyncLogging.of(context) : null;
    }
}
