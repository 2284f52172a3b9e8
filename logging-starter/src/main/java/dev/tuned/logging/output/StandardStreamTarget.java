/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

import dev.tuned.logging.queue.BatchBuffer;

/**
 * The standard stream of a console appender, as it is at the moment of each write, through the appender's own stream: whoever has
 * replaced it gets the lines, and its lock keeps what others print out of them.
 *
 * <p>The standard stream may be a pipe that others write to as well, of which the operating system keeps only short writes whole. So
 * a write has whole lines, and if it has more than one, no more bytes than that.
 *
 * <p>A {@link PrintStream} does not throw, and remembers that it failed, but not when or how often. So the first failure of a stream is
 * reported, with the loss of the batch it was noticed in, and no later one.
 */
final class StandardStreamTarget implements BatchTarget {

    /** {@code PIPE_BUF} of Linux. */
    private static final int MAX_WRITE_BYTES = 4096;

    private final ConsoleAppender<ILoggingEvent> appender;
    private final ConsoleStream console;

    StandardStreamTarget(ConsoleAppender<ILoggingEvent> appender, ConsoleStream console) {
        this.appender = appender;
        this.console = console;
    }

    @Override
    public void write(BatchBuffer batch) throws IOException {
        OutputStream stream = appender.getOutputStream();
        if (stream == null) {
            throw new IOException("console [" + appender.getName() + "] is not open");
        }
        PrintStream printer = console.ofQueue();
        if (printer != console.current()) {
            stream = printer;
        }
        boolean failedBefore = failed(printer);
        while (batch.hasRemaining()) {
            batch.writeLines(stream, MAX_WRITE_BYTES);
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
