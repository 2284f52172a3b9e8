/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.nio.charset.Charset;

import dev.tuned.upload.UploadFailure.Reason;

/** Reads the headers of one part after the other, within the limit of each. For one thread. */
final class PartHeaderReader {

    private static final byte[] END = {'\r', '\n', '\r', '\n'};

    private final BodyBuffer body;

    private final Limit maxSize;

    private final Charset charset;

    PartHeaderReader(BodyBuffer body, Limit maxSize, Charset charset) {
        this.body = body;
        this.maxSize = maxSize;
        this.charset = charset;
    }

    /**
     * Reads up to the part's content.
     *
     * @param search finds the delimiter, which has no place here
     */
    PartHeaders read(DelimiterSearch search) throws IOException {
        int size = size();
        int start = body.position();
        byte[] bytes = body.bytes();
        if (bytes[start] == '\r' && bytes[start + 1] == '\n') {
            throw new BodyException(Reason.MALFORMED, "A part of the multipart body has no headers", null);
        }
        if (search.isIn(bytes, start, start + size)) {
            throw new BodyException(Reason.MALFORMED, "A part's headers hold a delimiter", null);
        }
        body.advanceTo(start + size);
        return new PartHeaders(new String(bytes, start, size, charset));
    }

    /** Reads until an empty line is there, found as Tomcat finds it. */
    private int size() throws IOException {
        int size = 0;
        int matched = 0;
        while (true) {
            byte[] bytes = body.bytes();
            int start = body.position();
            while (start + size < body.end()) {
                byte next = bytes[start + size++];
                if (maxSize.isExceededBy(size)) {
                    String message = "Header section has more than %s bytes (maybe it is not properly terminated)";
                    throw new BodyException(Reason.HEADER_TOO_LARGE, message.formatted(maxSize.value()), maxSize, size);
                }
                matched = (next == END[matched]) ? matched + 1 : 0;
                if (matched == END.length) {
                    return size;
                }
            }
            body.more();
        }
    }
}
