/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** Loses what Logbook logs of one request. */
@AutoConfiguration
public class LogbookSeed {

    LogbookSeed() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.addTurboFilter(new Losing());
        }
    }

    private static final class Losing extends TurboFilter {

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] arguments, Throwable thrown) {
            return logger.getName().startsWith("org.zalando.") && format != null && format.contains("/later")
                    ? FilterReply.DENY
                    : FilterReply.NEUTRAL;
        }
    }
}
