/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

/**
 * Place that parts of uploads are written to.
 *
 * <p>A sink is shared and safe for use by many threads; each {@link Writer} belongs to one part and one thread at a time.
 *
 * @param <R> type that the sink returns for a stored part
 */
public interface UploadSink<R> {

    /**
     * Begins to store a part.
     *
     * @throws IOException if the place cannot be reached; then there is nothing to abort
     */
    Writer<R> open(PartInfo part) throws IOException;

    /**
     * Takes the content of one part.
     *
     * <p>After any number of {@code write}s comes {@link #commit()}. Where a {@code write} or the {@code commit} fails, or the part
     * is not complete, {@link #abort()} is the last call.
     *
     * @param <R> type that {@link #commit()} returns
     */
    interface Writer<R> {

        /**
         * Takes the next bytes. The array is the caller's again when this returns.
         *
         * @throws IOException if they cannot be stored; {@link #abort()} follows
         */
        void write(byte[] bytes, int offset, int length) throws IOException;

        /**
         * Makes the complete part visible.
         *
         * @throws IOException if that fails; {@link #abort()} follows
         */
        R commit() throws IOException;

        /**
         * Removes all that was stored so far.
         *
         * @throws IOException if something may be left, which is logged
         */
        void abort() throws IOException;
    }
}
