/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AsyncAppenderBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import org.slf4j.LoggerFactory;

/** Walks Logback's root logger and what stands behind its appenders. */
final class LogAppenders {

    private LogAppenders() {}

    static List<InForce.Appender> list() {
        return LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                ? list(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
                : List.of();
    }

    private static List<InForce.Appender> list(AppenderAttachable<ILoggingEvent> parent) {
        List<InForce.Appender> appenders = new ArrayList<>();
        Iterator<Appender<ILoggingEvent>> children = parent.iteratorForAppenders();
        children.forEachRemaining(child -> appenders.add(describe(child)));
        return appenders;
    }

    @SuppressWarnings("unchecked")
    private static InForce.Appender describe(Appender<ILoggingEvent> appender) {
        AsyncAppenderBase<?> async = appender instanceof AsyncAppenderBase<?> base ? base : null;
        // Not only Logback's own: what stands before an appender is there to take its work to another thread.
        boolean asynchronous = appender instanceof AppenderAttachable<?>;
        OutputStreamAppender<?> stream = appender instanceof OutputStreamAppender<?> output ? output : null;
        return new InForce.Appender(
                String.valueOf(appender.getName()),
                appender.getClass().getName(),
                asynchronous,
                async != null ? async.getQueueSize() : null,
                async != null ? async.getNumberOfElementsInQueue() : null,
                stream != null ? stream.isImmediateFlush() : null,
                appender instanceof AppenderAttachable<?> parent
                        ? list((AppenderAttachable<ILoggingEvent>) parent)
                        : List.of());
    }
}
