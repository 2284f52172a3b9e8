/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;

import dev.tuned.logging.queue.BatchBuffer;

/** Where a {@link BatchOutput} writes to. For one thread. */
public interface BatchTarget {

    /** Bytes of a write that a pipe takes whole: {@code PIPE_BUF} of Linux. */
    int MAX_PIPE_BYTES = 4096;

    /**
     * Writes what remains of the batch, and tells it how much that was also when it fails.
     *
     * @throws IOException if not all of it could be written
     */
    void write(BatchBuffer batch) throws IOException;

    /** Whether a failed write is known by the byte it failed at, and can be resumed there. */
    default boolean isResumable() {
        return true;
    }

    /** Told before the appender is given an event: what decides by the size of the file must find it right. */
    default void appending(BatchBuffer batch) {}

    /** Reports the bytes that were put into the batch, for policies that count the size of files. */
    default void encoded(int bytes) {}

    /** The file is about to be closed: what can be written of the batch belongs into it, the rest into the next. */
    default void closing(BatchBuffer batch) {}
}
