/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/**
 * Parts of a multipart request in the order sent, read while they arrive: no part is kept, neither in memory nor in a file.
 *
 * <p>Belongs to one request and one thread at a time.
 */
public final class UploadStream {

    private final MultipartParser parser;

    private final UploadBody body;

    UploadStream(MultipartParser parser, UploadBody body) {
        this.parser = parser;
        this.body = body;
    }

    /** Bytes of the body read so far. */
    public long bytesRead() {
        return body.count();
    }

    void close() {
        parser.close();
    }
}
