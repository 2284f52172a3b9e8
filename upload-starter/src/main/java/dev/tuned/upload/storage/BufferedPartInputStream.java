/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Buffered stream that leaves operations on the whole stream to the stream below, as long as its own buffer is unused.
 *
 * <p>A file's stream reads everything into one array of the right size and may copy within the kernel; {@link
 * BufferedInputStream} has neither.
 */
final class BufferedPartInputStream extends BufferedInputStream {

    static final int BUFFER_SIZE = 16 * 1024;

    BufferedPartInputStream(InputStream part) {
        super(part, BUFFER_SIZE);
    }

    /** Skips as far as a file's stream does, and not only to the end of the buffer. */
    @Override
    public synchronized long skip(long length) throws IOException {
        long skipped = 0;
        for (long step = 1; step > 0 && skipped < length; skipped += step) {
            step = super.skip(length - skipped);
        }
        return skipped;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return isUnused() ? in.readAllBytes() : super.readAllBytes();
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        return isUnused() ? in.transferTo(out) : super.transferTo(out);
    }

    private boolean isUnused() {
        return in != null && count == 0 && markpos < 0;
    }
}
