/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous hand-off in front of one appender of the user's, carried by Logback's {@link AsyncAppender}: a full queue makes the
 * caller wait, nothing is discarded. On {@link #drain} it empties the queue and from then on lets callers write themselves, so
 * that an event logged while or after logging ends is neither dropped nor written before an earlier one of its thread.
 *
 * <p>Events wait in three places: in the queue, in the batch the writer has taken, and with callers blocked on a full queue.
 * {@code accepted - handled} counts all three; the size of the queue does not.
 */
final class AsyncSink extends AsyncAppender {

    private static final long POLL_NANOS = 200_000;

    private final Leaf leaf;
    private final GuardedAppender guard;
    private final long timeoutNanos;
    private final AtomicLong accepted = new AtomicLong();
    private volatile boolean synchronous;
    private volatile long drainDeadline;

    AsyncSink(Leaf leaf, AsyncSettings settings) {
        this.leaf = leaf;
        this.timeoutNanos = settings.shutdownTimeout().toNanos();
        this.guard = new GuardedAppender(leaf.appender());
        setContext(leaf.appender().getContext());
        setName(leaf.appender().getName());
        setQueueSize(settings.queueSize());
        setDiscardingThreshold(0);
        setNeverBlock(false);
        setMaxFlushTime(Math.toIntExact(settings.shutdownTimeout().toMillis()));
        guard.start();
        addAppender(guard);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (isWriter(Thread.currentThread())) {
            // Logged while encoding another event. Queueing it could wait for a queue only this thread empties.
            guard.write(event);
            return;
        }
        if (leaf.isCaptured()) {
            writeInCaller(event, System.nanoTime() + timeoutNanos);
            return;
        }
        // First counted, then looked: drain() sets the flag first and then looks at the count.
        accepted.incrementAndGet();
        if (synchronous) {
            accepted.decrementAndGet();
            writeInCaller(event, drainDeadline);
            return;
        }
        try {
            super.append(event);
        } catch (Throwable ex) {
            accepted.decrementAndGet();
            throw ex;
        }
    }

    private static boolean isWriter(Thread thread) {
        return thread.isDaemon() && thread.getName().startsWith("AsyncAppender-Worker-");
    }

    private void writeInCaller(ILoggingEvent event, long deadline) {
        awaitHandled(accepted.get(), deadline);
        guard.write(event);
        leaf.flush();
    }

    /**
     * Waits until everything accepted so far is written, and flushes.
     *
     * @return whether it was within the shutdown timeout
     */
    boolean flush() {
        boolean done = awaitHandled(accepted.get(), System.nanoTime() + timeoutNanos);
        leaf.flush();
        return done;
    }

    /** Empties the queue and makes callers write from now on. What is left after the timeout is told on standard error. */
    synchronized void drain() {
        if (synchronous) {
            return;
        }
        drainDeadline = System.nanoTime() + timeoutNanos;
        synchronous = true;
        boolean empty = awaitHandled(accepted.get(), drainDeadline);
        leaf.flushEveryEvent();
        if (!empty) {
            reportLost(accepted.get() - guard.handled());
        }
    }

    @SuppressWarnings("SystemOut") // Logging is what has just failed.
    private void reportLost(long events) {
        // The writer is stuck: AsyncAppender.stop() need not wait for it a second time. 0 would wait for ever.
        setMaxFlushTime(1);
        System.err.printf(
                "tuned logging: %d events were not written to %s within the shutdown timeout of %d ms%n",
                events, getName(), timeoutNanos / 1_000_000);
    }

    private boolean awaitHandled(long target, long deadline) {
        // No more than are accepted now: what a caller counted and took back since is never handled.
        while (guard.handled() < Math.min(target, accepted.get())) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        return true;
    }

    @Override
    public void stop() {
        if (isStarted()) {
            drain();
            super.stop();
        }
    }

    /** Shows the user's appender and not the guard, for those who walk the appenders. */
    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return List.<Appender<ILoggingEvent>>of(leaf.appender()).iterator();
    }

    @Override
    public @Nullable Appender<ILoggingEvent> getAppender(String name) {
        return name.equals(leaf.appender().getName()) ? leaf.appender() : null;
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> appender) {
        return leaf.appender() == appender;
    }
}
