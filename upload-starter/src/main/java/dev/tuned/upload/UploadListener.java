/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/**
 * Is notified of uploads. Called by the threads that handle them, so it has to be quick and safe for many threads. An exception
 * that it throws is logged, the first time, and changes nothing.
 */
public interface UploadListener {

    /** Outcome of a body that was read to its end. */
    String COMPLETED = "completed";

    /** Outcome where the handler left parts unread. */
    String ABANDONED = "abandoned";

    /** Outcome where something else than the upload failed: the application, or the place parts are stored. */
    String FAILED = "failed";

    /** How a body is read. */
    enum Mode {
        /** All parts are kept, then the handler is called. */
        MULTIPART_FILE,
        /** The handler reads the parts while they arrive. */
        STREAMING
    }

    /** A body begins to be read. */
    default void started(Mode mode) {}

    /**
     * A body was read, or given up; once for each {@link #started}.
     *
     * @param outcome {@link #COMPLETED}, {@link #ABANDONED}, {@link #FAILED} or the code of a {@link UploadFailure.Reason}
     * @param bytes read from the body
     * @param nanos since it began
     */
    default void finished(Mode mode, String outcome, long bytes, long nanos) {}

    /** A part is kept for the handler, in memory or in a file. */
    default void partStored(boolean inMemory, long bytes) {}

    /** How many files and fields a body had, as far as it was read. */
    default void partsCounted(int files, int fields) {}
}
