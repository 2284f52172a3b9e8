/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;

import dev.tuned.upload.UploadFailure.Reason;

/** Body of a request as it arrives: counts the bytes and ends what is too large. For one thread. */
final class UploadBody extends InputStream {

    private final InputStream in;

    private final Limit maxRequestSize;

    private long count;

    UploadBody(InputStream in, Limit maxRequestSize) {
        this.in = in;
        this.maxRequestSize = maxRequestSize;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return (read(one, 0, 1) < 0) ? -1 : (one[0] & 0xFF);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        if (read > 0) {
            count += read;
            if (maxRequestSize.isPassedBy(count)) {
                throw new UploadLimitException(Reason.REQUEST_TOO_LARGE, "Bytes of the request", maxRequestSize, count);
            }
        }
        return read;
    }

    /** Bytes read so far. */
    long count() {
        return count;
    }
}
