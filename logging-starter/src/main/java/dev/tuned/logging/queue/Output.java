/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The stream that the user's appender had, behind our queue: how to write to it, and who closes it. Who writes holds its
 * {@linkplain #monitor monitor}, and is between {@link #begin} and {@link #end}.
 */
public abstract class Output {

    /** Returned by {@link #write} where the line that was cut off has to be written again from its beginning. */
    public static final int REWIND = -1;

    /** Bytes of a write that a pipe takes whole: {@code PIPE_BUF} of Linux. */
    public static final int PIPE_BYTES = 4096;

    /** Bytes of a write at most. */
    public static final int MAX_BYTES = 64 * 1024;

    private enum Use {
        FREE,
        WRITING,
        CLOSED_WHILE_WRITING,
        CLOSED
    }

    /** The stream of the user's appender. */
    protected final OutputStream target;

    private final AtomicReference<Use> use = new AtomicReference<>(Use.FREE);

    protected Output(OutputStream target) {
        this.target = target;
    }

    public final OutputStream target() {
        return target;
    }

    /** Where the bytes of the next write are put. For who holds the monitor. */
    public abstract ByteBuffer buffer();

    /** Most bytes of a write, if lines end within them. */
    public abstract int piece();

    /**
     * Writes some of the bytes at least, and hands them to the operating system. For who holds the monitor.
     *
     * @return how many, or {@link #REWIND} if nothing was written
     * @throws IOException if that failed; nothing is known of how much was written then, unless this {@linkplain #isResumable is
     *     resumable}, and then it was nothing
     */
    public abstract int write(ByteBuffer bytes) throws IOException;

    /** Whether a write that failed can be tried again. */
    public boolean isResumable() {
        return false;
    }

    /** Whether lines must be written by their callers for now, as if we were not there. */
    public boolean isSynchronous() {
        return false;
    }

    /** What writers lock. If it is nothing of ours, its holder may log, and must not wait for another who writes. */
    public Object monitor() {
        return this;
    }

    /** Whether the current thread may write although it is not the writer. */
    final boolean isHeldByCaller() {
        return monitor() != this && Thread.holdsLock(monitor());
    }

    /** Has the stream open until {@link #end}; false if it is closed. */
    final boolean begin() {
        return use.compareAndSet(Use.FREE, Use.WRITING);
    }

    /** Closes the stream if that was asked for meanwhile. */
    final void end() throws IOException {
        if (!use.compareAndSet(Use.WRITING, Use.FREE)) {
            target.close();
        }
    }

    /**
     * Closes the stream, or has whoever writes to it at the moment do that: a close would wait for a write that is stuck, and with it
     * everybody who logs.
     */
    final void close() throws IOException {
        if (use.compareAndSet(Use.FREE, Use.CLOSED)) {
            target.close();
        } else {
            use.compareAndSet(Use.WRITING, Use.CLOSED_WHILE_WRITING);
        }
    }
}
