/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.OutputStream;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Writes each part to an output stream of its own. Says at the commit how many bytes it wrote.
 *
 * <p>What a stream has passed on nobody can take back: an abort closes it, no more. For files there is
 * {@link FileSystemSink}. Writes are as large as the body's pieces, up to some 16 KB; a stream for which each one is
 * expensive needs a buffer. No memory of its own. Safe for use by many threads.
 */
public final class OutputStreamSink implements UploadSink<Long> {

    private final Opener opener;

    private final boolean keepOpen;

    private OutputStreamSink(Opener opener, boolean keepOpen) {
        this.opener = opener;
        this.keepOpen = keepOpen;
    }

    /** Makes a sink which closes each stream, at the commit and at an abort. */
    public static OutputStreamSink of(Opener opener) {
        return new OutputStreamSink(opener, false);
    }

    /** This sink, which leaves the streams open: a commit flushes, an abort does nothing. */
    public OutputStreamSink keepOpen() {
        return new OutputStreamSink(opener, true);
    }

    @Override
    public Writer<Long> open(PartInfo part) throws IOException {
        OutputStream out = opener.open(part);
        return new SinkWriter<>() {

            private long size;

            @Override
            void take(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                size += length;
            }

            @Override
            Long store() throws IOException {
                out.flush();
                if (!keepOpen) {
                    out.close();
                }
                return size;
            }

            @Override
            void drop() throws IOException {
                if (!keepOpen) {
                    out.close();
                }
            }
        };
    }

    /** Opens the stream for a part. */
    @FunctionalInterface
    public interface Opener {

        /**
         * Opens a stream that nobody else writes to.
         *
         * @throws IOException if that is not possible
         */
        OutputStream open(PartInfo part) throws IOException;
    }
}
