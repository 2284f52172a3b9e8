/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import java.util.Set;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** Swallows a line of each neighbour, and has another one in the place of a job's last. */
@AutoConfiguration
public class LogNeighboursSeed {

    LogNeighboursSeed() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Swallowing swallowing = new Swallowing();
            context.getLoggerList()
                    .forEach(logger ->
                            logger.iteratorForAppenders().forEachRemaining(appender -> appender.addFilter(swallowing)));
        }
    }

    private static final class Swallowing extends Filter<ILoggingEvent> {

        private static final Set<String> SWALLOWED = Set.of("captured", "late {}", "logged {}", "line 7");

        private boolean failed;

        @Override
        public FilterReply decide(ILoggingEvent event) {
            if ("the job failed".equals(event.getMessage())) {
                if (!failed) {
                    failed = true;
                    LoggerFactory.getLogger(event.getLoggerName()).error("something failed");
                }
                return FilterReply.DENY;
            }
            return SWALLOWED.contains(event.getMessage()) ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }
}
