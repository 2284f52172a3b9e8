/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.LockSupport;

import dev.tuned.logging.queue.BatchBuffer;

/** A standard stream of the JVM, past {@code System.out}, which does not tell whether a write succeeded. */
final class StandardStreamTarget implements BatchTarget {

    private static final long AGAIN_NANOS = 1_000_000;

    private final PrintStream stream;
    private final FileChannel channel;

    @SuppressWarnings("resource") // Standard streams are not closed.
    StandardStreamTarget(boolean error) {
        this.stream = error ? System.err : System.out;
        this.channel = new FileOutputStream(error ? FileDescriptor.err : FileDescriptor.out).getChannel();
    }

    @Override
    public void write(BatchBuffer batch) throws IOException {
        // What others have printed comes first.
        stream.flush();
        while (batch.hasRemaining()) {
            int count = channel.write(batch.remaining());
            batch.written(count);
            if (count == 0) {
                // Somebody made the other end non-blocking.
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }
}
