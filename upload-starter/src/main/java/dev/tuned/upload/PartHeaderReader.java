/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.charset.Charset;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/** Reads the headers of one part after the other, within the limits of each and of all. For one thread. */
final class PartHeaderReader {

    /** Lines of one part's headers. */
    static final int MAX_LINES = 100;

    private final BodyBuffer body;

    private final ParserLimits limits;

    private final Charset charset;

    /** Bytes of the headers of all parts so far. */
    private long total;

    PartHeaderReader(BodyBuffer body, ParserLimits limits, Charset charset) {
        this.body = body;
        this.limits = limits;
        this.charset = charset;
    }

    /** Reads up to the part's content. */
    PartHeaders read() throws IOException {
        PartHeaders headers = new PartHeaders();
        long before = total;
        boolean continuable = false;
        for (int lines = 0; ; lines++) {
            int lineEnd = lineEnd(before);
            int from = body.position();
            body.takeUntil(lineEnd + 2);
            total += lineEnd + 2 - from;
            check(before, total);
            if (lineEnd == from) {
                Disposition.readInto(headers);
                refuseNul(headers.submittedFileName());
                return headers;
            }
            if (lines == MAX_LINES) {
                throw new UploadException(
                        Reason.HEADER_TOO_LARGE, "A part has more than " + MAX_LINES + " lines of headers", null);
            }
            boolean continuation = lines > 0 && isBlank(body.bytes()[from]);
            if (!continuation) {
                continuable = add(headers, from, lineEnd);
            } else if (continuable) {
                headers.continueLast(text(from, lineEnd));
            }
        }
    }

    /** As the container does: no client has such names, and whoever hands one to a system call is cut off there. */
    private static void refuseNul(@Nullable String fileName) {
        if (fileName != null && fileName.indexOf('\0') >= 0) {
            throw new UploadException(Reason.MALFORMED, "The name of a file holds a NUL character", null);
        }
    }

    /** Reads until a whole line is there. */
    private int lineEnd(long before) throws IOException {
        int seen = 0;
        while (true) {
            byte[] bytes = body.bytes();
            int last = body.end() - 1;
            for (int i = body.position() + seen; i < last; i++) {
                if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                    return i;
                }
            }
            check(before, total + body.available());
            seen = Math.max(0, body.available() - 1);
            body.more();
        }
    }

    /** Adds what is a header: a line without a colon is passed over, as by other parsers. */
    private boolean add(PartHeaders headers, int from, int to) {
        byte[] bytes = body.bytes();
        for (int i = from; i < to; i++) {
            if (bytes[i] == ':') {
                headers.add(text(from, i), text(i + 1, to));
                return true;
            }
        }
        return false;
    }

    private String text(int from, int to) {
        byte[] bytes = body.bytes();
        int start = from;
        int end = to;
        while (start < end && isTrimmed(bytes[start])) {
            start++;
        }
        while (start < end && isTrimmed(bytes[end - 1])) {
            end--;
        }
        return new String(bytes, start, end - start, charset);
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t';
    }

    private static boolean isTrimmed(byte character) {
        return character >= 0 && character <= ' ';
    }

    private void check(long before, long now) {
        check(limits.maxPartHeaderSize(), now - before, "Bytes of a part's headers");
        check(limits.maxTotalHeaderSize(), now, "Bytes of all parts' headers");
    }

    private static void check(Limit limit, long actual, String what) {
        if (limit.isPassedBy(actual)) {
            throw new UploadLimitException(Reason.HEADER_TOO_LARGE, what, limit, actual);
        }
    }
}
