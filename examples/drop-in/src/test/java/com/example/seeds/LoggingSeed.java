/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** Swallows one line: what a starter for logging must not do. */
@AutoConfiguration
public class LoggingSeed {

    LoggingSeed() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLoggerList()
                    .forEach(logger -> logger.iteratorForAppenders().forEachRemaining(appender -> {
                        if (appender instanceof FileAppender<ILoggingEvent>) {
                            appender.addFilter(new Swallowing());
                        }
                    }));
        }
    }

    private static final class Swallowing extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return "two\nlines".equals(event.getMessage()) ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }
}
