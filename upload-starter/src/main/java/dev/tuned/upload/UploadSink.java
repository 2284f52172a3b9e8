/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

/**
 * Place that parts of uploads are written to.
 *
 * <p>A sink is shared and safe for use by many threads; each {@link Writer} belongs to one part and one thread at a time.
 *
 * @param <R> what the sink says about a part that it has stored whole
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
     * <p>After any number of {@code write}s comes exactly one call of {@link #commit()} or {@link #abort()}, also when a
     * {@code write} failed. A {@code commit} that throws has to leave nothing behind: no {@code abort} follows it.
     *
     * @param <R> what {@link #commit()} returns
     */
    interface Writer<R> {

        /**
         * Takes the next bytes. The array is the caller's again when this returns.
         *
         * @throws IOException if they cannot be stored; {@link #abort()} follows
         */
        void write(byte[] bytes, int offset, int length) throws IOException;

        /**
         * Makes the part visible: it is complete.
         *
         * @throws IOException if that fails; nothing of the part is left then
         */
        R commit() throws IOException;

        /** Removes whatever was stored: the part is not complete, or could not be written. Must not throw. */
        void abort();
    }
}
