/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;

import ch.qos.logback.core.joran.spi.ConsoleTarget;

/**
 * The standard stream of a console appender, as it was when the appender was found. Its lock keeps what others print out of a write. While
 * it is replaced, as test tools do, lines are written by their callers to the one that replaced it.
 *
 * <p>It may be a pipe that others write to as well, of which the operating system keeps only short writes whole. So a write has whole
 * lines, and if it has more than one, no more bytes than that.
 *
 * <p>A {@link PrintStream} does not throw, and remembers that it failed, but not when or how often. So the first failure of a stream is
 * reported, with the loss of the write it was noticed in, and no later one.
 */
final class ConsoleOutput extends StreamOutput {

    private final ConsoleTarget console;
    private final PrintStream printer;
    private boolean failed;

    ConsoleOutput(OutputStream target, ConsoleTarget console) {
        super(target);
        this.console = console;
        this.printer = current();
        this.failed = hasFailed();
    }

    private PrintStream current() {
        return console == ConsoleTarget.SystemErr ? System.err : System.out;
    }

    /** The JVM's own is exactly a {@code PrintStream}; test tools put a subclass, or another instance, in its place. */
    @Override
    public boolean isSynchronous() {
        return current() != printer || printer.getClass() != PrintStream.class;
    }

    @Override
    public Object monitor() {
        return printer;
    }

    @Override
    public int piece() {
        return PIPE_BYTES;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        printer.write(array, 0, count);
        printer.flush();
        if (!failed && hasFailed()) {
            failed = true;
            throw new IOException(console.getName() + " has failed, and does not tell why");
        }
        return count;
    }

    /** Asks only a stream of which it is known what that does. */
    private boolean hasFailed() {
        return printer.getClass() == PrintStream.class && printer.checkError();
    }
}
