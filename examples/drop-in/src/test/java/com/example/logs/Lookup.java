/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.slf4j.LoggerFactory;

/**
 * The logger, appender and file of a case.
 *
 * @param name of the case, and of its appender
 */
record Lookup(String name) {

    LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    Logger logger() {
        return context().getLogger("com.example.orders.lookup." + name);
    }

    Appender<ILoggingEvent> appender() {
        return logger().getAppender(name);
    }

    /** As a test or an operator's bean does it. */
    RollingFileAppender<ILoggingEvent> file() {
        return (RollingFileAppender<ILoggingEvent>) appender();
    }

    Path path() {
        return Path.of("logs", name, "log");
    }

    String content() throws IOException {
        return Files.exists(path()) ? Files.readString(path()) : "(no file)";
    }

    /** Whether a condition holds after each of some repeated uses. */
    String always(Check check) throws Exception {
        int held = 0;
        for (int i = 0; i < 50; i++) {
            held += check.test(i) ? 1 : 0;
        }
        return held == 50 ? "always" : "not always";
    }

    static List<Appender<ILoggingEvent>> attached(Logger logger) {
        List<Appender<ILoggingEvent>> attached = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(attached::add);
        return attached;
    }

    /** One use, and whether it was as it should be. */
    @FunctionalInterface
    interface Check {

        boolean test(int number) throws Exception;
    }
}
