/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/** Hears what happens to uploads. Called by the threads that handle them, so it has to be quick and safe for many threads. */
public interface UploadListener {

    /** A listener that does nothing. */
    UploadListener NONE = new UploadListener() {};

    /** Who reads a body. */
    enum Tier {
        /** The drop-in tier: all parts are kept, then the handler is called. */
        PARTS,
        /** The streaming tier: the handler reads. */
        STREAM
    }

    /** A body begins to be read. */
    default void started(Tier tier) {}

    /**
     * A body was read, or given up; once for each {@link #started}.
     *
     * @param outcome {@code completed}, {@code abandoned} where the handler left parts unread, or the failure's code
     * @param bytes read from the body
     * @param nanos since it began
     */
    default void finished(Tier tier, String outcome, long bytes, long nanos) {}

    /** A part is kept by the drop-in tier, in memory or in a file. */
    default void kept(boolean inMemory, long bytes) {}

    /** Something had made the container parse the body before we could. */
    default void fellBack() {}
}
