/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** Keeps what is logged to one logger, until it is closed. */
public final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final String logger;

    /** Keeps what is logged to the logger from now on. */
    public LoggedLines(String logger) {
        this.logger = logger;
        attach();
    }

    /** Attaches it again: a start of Spring Boot detaches all. */
    public void attach() {
        Logger target = (Logger) LoggerFactory.getLogger(logger);
        setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        start();
        target.setLevel(Level.INFO);
        target.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** The messages so far. */
    public List<String> messages() {
        return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        ((Logger) LoggerFactory.getLogger(logger)).detachAppender(this);
    }
}
