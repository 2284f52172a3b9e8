/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.List;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

import dev.tuned.logging.queue.LineQueue;

/**
 * Denies what is below WARN before it is encoded, while the output stalls and the queue is nearly full: what room there is is for WARN and
 * ERROR. It is the last filter of the appender then, and none of it otherwise, so what a filter of the user's accepts is not denied.
 */
final class LevelDenial extends Filter<ILoggingEvent> implements LineQueue.Denial {

    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OutputStreamAppender<ILoggingEvent> appender;
    private volatile boolean active;
    private volatile long addedAt;
    private volatile LineQueue queue;

    @SuppressWarnings("NullAway.Init") // Set before it is used, by who makes both.
    LevelDenial(OutputStreamAppender<ILoggingEvent> appender) {
        this.appender = appender;
        start();
    }

    void countInto(LineQueue counting) {
        queue = counting;
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (active && !event.getLevel().isGreaterOrEqual(Level.WARN)) {
            queue.denied(event.getLevel());
            return FilterReply.DENY;
        }
        return FilterReply.NEUTRAL;
    }

    /**
     * Logback keeps the filters in an array that the next thread to log copies from the list; one that is in the midst of it when the list
     * changes may leave the array as it was. So it is added once more after a second, should the stall last.
     */
    @Override
    public synchronized void begin() {
        long now = System.nanoTime();
        if (!active || now - addedAt > AGAIN_NANOS) {
            addedAt = now;
            remove();
            appender.addFilter(this);
            active = true;
        }
    }

    @Override
    public void end() {
        if (active) {
            synchronized (this) {
                active = false;
                remove();
            }
        }
    }

    private void remove() {
        Object filters = PrivateField.FILTERS.get(appender);
        if (filters != null && PrivateField.FILTER_LIST.get(filters) instanceof List<?> list) {
            list.remove(this);
        }
    }
}
