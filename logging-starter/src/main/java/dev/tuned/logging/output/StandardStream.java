/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;

/**
 * The standard stream of a console appender, as it was when what is queued was logged, and whether it is still the one the JVM made. Lines
 * go to that stream itself: the one that replaced it gets them, and its lock keeps what others print out of them. Where the configuration gave the
 * appender a stream of its own they go there.
 *
 * <p>The standard stream may be a pipe that others write to as well, of which the operating system keeps only short writes whole. So
 * a write has whole lines, and if it has more than one, no more bytes than that.
 *
 * <p>A {@link PrintStream} does not throw, and remembers that it failed, but not when or how often. So the first failure of a stream is
 * reported, with the loss of the batch it was noticed in, and no later one.
 */
public final class StandardStream implements BatchTarget {

    private final ConsoleAppender<ILoggingEvent> appender;
    private final ConsoleTarget target;
    private final PrintStream original;
    /** The stream that was there when what is queued was logged. */
    private volatile PrintStream ofQueue;

    private StandardStream(ConsoleAppender<ILoggingEvent> appender, ConsoleTarget target) {
        this.appender = appender;
        this.target = target;
        this.original = current();
        this.ofQueue = original;
    }

    /** Returns {@code null} for an appender that writes to none, and where Jansi stands in between. */
    public static @Nullable StandardStream of(Appender<ILoggingEvent> appender) {
        if (appender instanceof ConsoleAppender<ILoggingEvent> console && !console.isWithJansi()) {
            ConsoleTarget target = ConsoleTarget.findByName(console.getTarget());
            return target == null ? null : new StandardStream(console, target);
        }
        return null;
    }

    /** The JVM's own is exactly a {@code PrintStream}; test tools put a subclass, or another instance, in its place. */
    public boolean isReplaced() {
        PrintStream current = current();
        return current != original || current.getClass() != PrintStream.class;
    }

    /** Whether the stream has changed since {@link #follow()}: what is queued belongs to the one before. */
    public boolean hasChanged() {
        return current() != ofQueue;
    }

    /** Has what is queued from now on written to the stream of this moment. */
    public void follow() {
        ofQueue = current();
    }

    private PrintStream current() {
        return (target == ConsoleTarget.SystemErr) ? System.err : System.out;
    }

    @Override
    public void write(BatchBuffer batch) throws IOException {
        OutputStream stream = appender.getOutputStream();
        if (stream == null) {
            throw new IOException("console [" + appender.getName() + "] is not open");
        }
        // Logback's writes to the standard stream of each moment, which may be another one in the midst of a batch.
        PrintStream printer = ofQueue;
        OutputStream found = stream == target.getStream() ? printer : stream;
        boolean failedBefore = failed(printer);
        while (batch.hasRemaining()) {
            batch.writeTo(found, MAX_PIPE_BYTES);
        }
        if (!failedBefore && failed(printer)) {
            throw new IOException(appender.getTarget() + " has failed, and does not tell why");
        }
    }

    /** Asks only a stream of which it is known what that does. */
    private static boolean failed(PrintStream printer) {
        return printer.getClass() == PrintStream.class && printer.checkError();
    }

    @Override
    public boolean isResumable() {
        return false;
    }
}
