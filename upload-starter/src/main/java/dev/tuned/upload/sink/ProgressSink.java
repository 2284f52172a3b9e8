/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Tells a listener how far the parts are on their way to another sink. Fails as the other sink does. Safe for use by many
 * threads.
 *
 * @param <R> what the other sink says
 */
public final class ProgressSink<R> implements UploadSink<R> {

    private static final Log logger = LogFactory.getLog(ProgressSink.class);

    private final UploadSink<R> sink;

    private final long every;

    private final Listener listener;

    private ProgressSink(UploadSink<R> sink, long every, Listener listener) {
        this.sink = sink;
        this.every = every;
        this.listener = listener;
    }

    /**
     * Makes a sink around another one.
     *
     * @param every bytes after which the listener is called again, 1 or more
     * @throws IllegalArgumentException if that is less than 1
     */
    public static <R> ProgressSink<R> of(UploadSink<R> sink, long every, Listener listener) {
        if (every < 1) {
            throw new IllegalArgumentException("Progress must be told after at least 1 byte, not " + every);
        }
        return new ProgressSink<>(sink, every, listener);
    }

    @Override
    public Writer<R> open(PartInfo part) throws IOException {
        return new DecoratedWriter<>(sink.open(part)) {

            private long bytes;

            private long next = every;

            @Override
            void taken(byte[] array, int offset, int length) {
                bytes += length;
                if (bytes >= next) {
                    next = bytes + every;
                    tell(false);
                }
            }

            @Override
            R decorate(R stored) {
                tell(true);
                return stored;
            }

            private void tell(boolean complete) {
                try {
                    listener.progress(part, bytes, complete);
                } catch (RuntimeException ex) {
                    logger.warn("The listener to an upload's progress failed; the upload goes on", ex);
                }
            }
        };
    }

    /** Learns how far a part is. Called by the thread that uploads, which waits for it; what it throws is logged. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Learns of bytes that the sink took.
         *
         * @param bytes of this part so far
         * @param complete whether the part is stored whole; true exactly once for each part that is, and never for others
         */
        void progress(PartInfo part, long bytes, boolean complete);
    }
}
