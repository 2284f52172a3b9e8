/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;

import dev.tuned.logging.queue.LineQueue;
import dev.tuned.logging.queue.Output;
import dev.tuned.logging.queue.Uninterruptibly;

/**
 * Stands in the place of the stream of an appender. What is written to it at once is a line, which the queue takes; whoever writes past
 * the appender takes the appender's lock here. After {@link #close} it is as the closed stream behind it.
 */
final class QueuedStream extends OutputStream {

    private final OutputStreamAppender<?> appender;
    private final LineQueue queue;
    private final ReentrantLock lock;
    private final Output output;
    /** Guarded by the lock, as is the next. */
    private boolean closed;
    /** Whether nothing was written since the last flush. */
    private boolean flushed;

    QueuedStream(OutputStreamAppender<?> appender, LineQueue queue, Output output) {
        this.appender = appender;
        this.queue = queue;
        this.lock = queue.lock();
        this.output = output;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        // Logback's appenders hold it. To lock it once more would be one more lock that a StackOverflowError may leave
        // locked.
        if (lock.isHeldByCurrentThread()) {
            take(bytes, offset, length);
            return;
        }
        lock.lock();
        try {
            take(bytes, offset, length);
        } finally {
            lock.unlock();
        }
    }

    private void take(byte[] bytes, int offset, int length) throws IOException {
        flushed = false;
        if (closed) {
            output.target().write(bytes, offset, length);
        } else if (!(appender instanceof ConsoleAppender<?> && queue.isWriter())) {
            // A console drops what is logged while it writes, as Logback's does: System.out may lead to the log.
            queue.take(output, bytes, offset, length);
        }
    }

    /**
     * After a line does nothing: the writer flushes what it writes, and comes for it by itself. Another one of the appender's waits until
     * all is written: with it Logback 1.6 ends a console's stream, which it does not close. So does one of who does not hold its lock.
     */
    @Override
    public void flush() {
        if (!lock.isHeldByCurrentThread()) {
            queue.flush(Uninterruptibly.FOR_EVER_NANOS);
            return;
        }
        if (flushed || !appender.isImmediateFlush()) {
            queue.flush(output);
        }
        flushed = true;
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                queue.close(output);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets all that is still written to it through to the appender's own stream, and returns that. Under the lock. */
    OutputStream passThrough() {
        closed = true;
        return output.target();
    }
}
