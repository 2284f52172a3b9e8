/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.time.Duration;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

import dev.tuned.logging.output.FilterChain;
import dev.tuned.logging.queue.Uninterruptibly;

/**
 * An {@code AsyncAppender} whose place another one has taken. It is ended without losing what is in its queue, and without
 * stopping the appender behind it, which it would do by itself: an event of ours goes through the queue as the last one, and is
 * kept from being written.
 */
final class ReplacedAsyncAppender extends Filter<ILoggingEvent> {

    private final AsyncAppender async;
    private final Appender<ILoggingEvent> child;
    private final ILoggingEvent last;
    private volatile boolean seen;

    ReplacedAsyncAppender(AsyncAppender async, Appender<ILoggingEvent> child) {
        this.async = async;
        this.child = child;
        Logger logger = ((LoggerContext) async.getContext()).getLogger(ReplacedAsyncAppender.class);
        // At a level that is not discarded when the queue is nearly full.
        this.last = new LoggingEvent(Logger.FQCN, logger, Level.ERROR, "replaced", null, null);
        setContext(async.getContext());
        FilterChain.putFirst(child, this);
        start();
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (event == last) {
            seen = true;
            return FilterReply.DENY;
        }
        return FilterReply.NEUTRAL;
    }

    /** To be called when no logger has the appender any more. */
    void end(Duration timeout) {
        async.clearAllFilters();
        if (isEmptied(timeout)) {
            async.detachAppender(child);
            async.stop();
        } else {
            addWarn("AsyncAppender [" + async.getName() + "] was replaced, but still has events to write");
        }
    }

    private boolean isEmptied(Duration timeout) {
        return Uninterruptibly.await(
                () -> {
                    if (async.getRemainingCapacity() > 0) {
                        async.doAppend(last);
                    }
                    return seen;
                },
                timeout.toNanos());
    }
}
