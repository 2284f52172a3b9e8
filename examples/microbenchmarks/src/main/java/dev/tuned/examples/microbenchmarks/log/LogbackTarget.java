/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.util.Duration;
import net.logstash.logback.appender.LoggingEventAsyncDisruptorAppender;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.TunedAsyncAppender;

/** Logback, with appenders put together as the peer would in its file. */
final class LogbackTarget extends Slf4jTarget {

    private static final long POLL_NANOS = 1_000_000;

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Appenders appenders = new Appenders(context);
    private Runnable await = () -> {};

    private LogbackTarget() {
        context.reset();
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
    }

    static LogbackTarget open(Peer peer, Path file) {
        LogbackTarget target = new LogbackTarget();
        target.configure(peer, file);
        return target;
    }

    private void configure(Peer peer, Path file) {
        switch (peer) {
            case OFF -> root().setLevel(Level.OFF);
            case SYNC -> root().addAppender(appenders.file(file, Appenders.PATTERN, true));
            case SYNC_CONSOLE -> root().addAppender(appenders.console(Appenders.PATTERN));
            case TUNED_CONSOLE -> tuned(appenders.console(Appenders.PATTERN));
            case SYNC_TWO -> {
                root().addAppender(appenders.console(Appenders.PATTERN));
                root().addAppender(appenders.file(file, Appenders.PATTERN, true));
            }
            case S2_BEFORE -> async(512, true, appenders.file(file, Appenders.PATTERN_WITH_METHOD, true));
            case S2_AFTER -> async(10_000, false, appenders.file(file, Appenders.PATTERN_WITH_METHOD, false));
            case S2_AFTER_FIXED -> async(10_000, false, appenders.file(file, Appenders.PATTERN, false));
            case LOGSTASH -> logstash(appenders.file(file, Appenders.PATTERN, false));
            case TUNED -> tuned(appenders.file(file, Appenders.PATTERN, true));
            case TUNED_TWO -> {
                tuned(appenders.console(Appenders.PATTERN));
                tuned(appenders.file(file, Appenders.PATTERN, true));
            }
            default -> throw new IllegalArgumentException(peer.toString());
        }
    }

    private Logger root() {
        return context.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    private void async(int queueSize, boolean callerData, Appender<ILoggingEvent> file) {
        AsyncAppender async = new AsyncAppender();
        async.setQueueSize(queueSize);
        async.setDiscardingThreshold(0);
        async.setIncludeCallerData(callerData);
        async.addAppender(file);
        root().addAppender(appenders.started("ASYNC", async));
        Thread worker = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("AsyncAppender-Worker-ASYNC"))
                .findAny()
                .orElseThrow();
        await = () -> {
            // It empties the queue before it writes what was in it.
            while (async.getNumberOfElementsInQueue() > 0 || worker.getState() != Thread.State.WAITING) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        };
    }

    private void logstash(Appender<ILoggingEvent> file) {
        LogstashAppender disruptor = new LogstashAppender();
        disruptor.setAppendTimeout(Duration.buildByMilliseconds(-1));
        disruptor.addAppender(file);
        root().addAppender(appenders.started("ASYNC", disruptor));
        await = () -> {
            while (!disruptor.isRingBufferEmpty()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        };
    }

    private void tuned(Appender<ILoggingEvent> child) {
        TunedAsyncAppender tuned = new TunedAsyncAppender();
        tuned.addAppender(child);
        root().addAppender(appenders.started("ASYNC-" + child.getName(), tuned));
        Runnable others = await;
        await = () -> {
            others.run();
            tuned.flush();
        };
    }

    @Override
    public void await() {
        await.run();
    }

    @Override
    public void close() {
        context.stop();
    }

    /** Tells whether its ring is empty. It blocks when full only if told to, and drops otherwise. */
    private static final class LogstashAppender extends LoggingEventAsyncDisruptorAppender {

        @Override
        protected boolean isRingBufferEmpty() {
            return super.isRingBufferEmpty();
        }
    }
}
