/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;

/**
 * Stands between an {@link AsyncSink} and the user's appender, so that nothing the latter throws ends the writer thread, and
 * counts what has been dealt with. The first failure is reported to Logback's status, which Boot prints on standard error.
 */
final class GuardedAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private final Appender<ILoggingEvent> target;
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    GuardedAppender(Appender<ILoggingEvent> target) {
        this.target = target;
        setContext(target.getContext());
        setName(target.getName());
    }

    /** Called by the writer thread only; {@link #write} is for everyone else. */
    @Override
    public void doAppend(ILoggingEvent event) {
        try {
            write(event);
        } finally {
            handled.incrementAndGet();
        }
    }

    void write(ILoggingEvent event) {
        try {
            target.doAppend(event);
        } catch (Throwable ex) {
            // Also an Error: in the writer thread it would end the writer, and every caller would wait for ever.
            report(ex);
        }
    }

    private void report(Throwable ex) {
        if (failed.getAndIncrement() == 0) {
            try {
                addError("Appender [" + getName() + "] threw; its event is lost, later ones are still tried.", ex);
            } catch (Throwable reporting) {
                // Out of memory most likely. The count remains and is told at the end.
            }
        }
    }

    /** Events the writer thread is done with, whether written or failed. */
    long handled() {
        return handled.get();
    }

    @Override
    protected void append(ILoggingEvent event) {
        throw new UnsupportedOperationException("doAppend is overridden");
    }

    @Override
    public void stop() {
        super.stop();
        if (failed.get() > 0) {
            addError("Appender [" + getName() + "] lost " + failed.get() + " events to exceptions.");
        }
        target.stop();
    }
}
