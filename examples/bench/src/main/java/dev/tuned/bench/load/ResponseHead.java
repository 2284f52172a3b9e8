/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Collects the status line and headers of a response and reads the few that matter. Reused; allocates nothing. */
final class ResponseHead {

    private static final byte[] CONTENT_LENGTH = "content-length".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONNECTION = "connection".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY_AFTER = "retry-after".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKED = "chunked".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "close".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_LINE_MIN = 12;

    private final byte[] bytes = new byte[16 * 1024];
    private int length;
    int status;
    /** The announced length, or -1 where none was announced. */
    long contentLength;

    boolean chunked;
    boolean close;
    boolean retryAfter;

    void reset() {
        length = 0;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Takes bytes up to the end of the head; returns whether it has been reached, and then the head is read. */
    boolean take(ByteBuffer in) throws ProtocolException {
        while (in.hasRemaining()) {
            if (length == bytes.length) {
                throw new ProtocolException("headers above 16 KB");
            }
            byte next = in.get();
            bytes[length++] = next;
            if (next == '\n' && length >= 4 && bytes[length - 2] == '\r' && bytes[length - 3] == '\n') {
                read();
                return true;
            }
        }
        return false;
    }

    private void read() throws ProtocolException {
        if (length < STATUS_LINE_MIN || bytes[0] != 'H' || bytes[8] != ' ') {
            throw new ProtocolException("not an HTTP/1.1 status line");
        }
        status = (int) number(9, 12);
        contentLength = -1;
        chunked = false;
        close = bytes[7] == '0';
        retryAfter = false;
        for (int start = 0; start < length; start = endOfLine(start)) {
            if (value(start, CONTENT_LENGTH) >= 0) {
                contentLength = number(value(start, CONTENT_LENGTH), endOfLine(start) - 2);
            } else if (value(start, TRANSFER_ENCODING) >= 0) {
                chunked = matches(value(start, TRANSFER_ENCODING), CHUNKED);
            } else if (value(start, CONNECTION) >= 0) {
                close |= matches(value(start, CONNECTION), CLOSE);
            } else if (value(start, RETRY_AFTER) >= 0) {
                retryAfter = true;
            }
        }
    }

    /** The values of a header, of the response that was read last. */
    List<String> values(String name) {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1)
                .lines()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].equalsIgnoreCase(name))
                .map(parts -> parts[1].strip())
                .toList();
    }

    private int endOfLine(int start) {
        int i = start;
        while (i < length && bytes[i] != '\n') {
            i++;
        }
        return i + 1;
    }

    /** The index of the header's value if the line at {@code start} is that header, else -1. */
    private int value(int start, byte[] name) {
        if (!matches(start, name) || bytes[start + name.length] != ':') {
            return -1;
        }
        int i = start + name.length + 1;
        while (bytes[i] == ' ' || bytes[i] == '\t') {
            i++;
        }
        return i;
    }

    private boolean matches(int start, byte[] lowerCase) {
        if (start + lowerCase.length >= length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte actual = bytes[start + i];
            if ((actual >= 'A' && actual <= 'Z' ? actual + 32 : actual) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private long number(int start, int end) throws ProtocolException {
        long number = 0;
        for (int i = start; i < end && bytes[i] != ' '; i++) {
            if (bytes[i] < '0' || bytes[i] > '9' || number > Long.MAX_VALUE / 10 - 9) {
                throw new ProtocolException("not a number: "
                        + new String(bytes, start, Math.max(0, end - start), StandardCharsets.ISO_8859_1));
            }
            number = number * 10 + bytes[i] - '0';
        }
        return number;
    }
}
