/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Pull parser of a multipart body (RFC 2046, RFC 7578): parts one after the other, and the content of each in slices of the
 * parser's own buffer. For one thread.
 *
 * <p>After {@link #nextPart()} come the slices of its content, one for each {@link #next()} that returns true, valid until
 * the following call. What of a part was not asked for is passed over by the following {@code nextPart()}.
 *
 * <p>The time is in proportion to the body, the memory is one buffer, and everything that the client decides on has a
 * bound in {@link ParserLimits}.
 */
final class MultipartParser implements AutoCloseable {

    /** Bytes before the first delimiter. */
    static final int MAX_PREAMBLE = 8 * 1024;

    /** Padding between the boundary and the end of its line. */
    private static final int MAX_PADDING = 1024;

    static final int MAX_HEADERS_PER_PART = 100;

    private enum State {
        PREAMBLE,
        BODY,
        AT_DELIMITER,
        END
    }

    private final InputStream in;

    private final DelimiterSearch search;

    private final ParserLimits limits;

    private final BufferPool pool;

    private final Charset charset;

    private byte @Nullable [] buffer;

    /** What is read and not yet handed out lies between these two. */
    private int position;

    private int end;

    private int sliceOffset;

    private int sliceLength;

    private State state = State.PREAMBLE;

    private @Nullable PartHeaders part;

    private long partSize;

    private long parts;

    private long headerBytes;

    /**
     * Makes a parser; nothing is read yet.
     *
     * @param charset of the parts' headers
     */
    MultipartParser(InputStream in, Boundary boundary, ParserLimits limits, BufferPool pool, Charset charset) {
        this.in = in;
        this.search = new DelimiterSearch(boundary.value());
        this.limits = limits;
        this.pool = pool;
        this.charset = charset;
    }

    /**
     * Passes over the rest of the current part and reads the headers of the next one.
     *
     * @return the headers, or null after the last part
     * @throws UploadException if the body is malformed or ends early
     * @throws UploadLimitException if there are too many parts, or too large headers
     */
    @Nullable
    PartHeaders nextPart() throws IOException {
        byte[] bytes = (buffer != null) ? buffer : start();
        while (true) {
            switch (state) {
                case PREAMBLE -> skipPreamble(bytes);
                case BODY -> {
                    while (next()) {
                        // Passed over.
                    }
                }
                case END -> {
                    return null;
                }
                default -> {}
            }
            part = null;
            if (!readDelimiterEnd()) {
                // What follows is the container's to discard, within its own bound.
                state = State.END;
                return null;
            }
            if (limits.maxParts().isPassedBy(++parts)) {
                throw new UploadLimitException(Reason.TOO_MANY_PARTS, "Parts of the request", limits.maxParts(), parts);
            }
            PartHeaders headers = readHeaders();
            state = State.BODY;
            partSize = 0;
            part = headers;
            if (headers.hasName()) {
                return headers;
            }
            // As every parser does: a part without a name is no part of a form.
        }
    }

    /**
     * Goes on to the next slice of the current part's content.
     *
     * @return whether there is one; not after the part's end
     */
    boolean next() throws IOException {
        if (state != State.BODY || buffer == null) {
            return false;
        }
        while (true) {
            byte[] bytes = buffer;
            int found = search.indexOf(bytes, position, end);
            int sliceEnd = (found >= 0) ? found : search.partialIndexOf(bytes, position, end);
            sliceOffset = position;
            sliceLength = sliceEnd - position;
            if (found >= 0) {
                position = found + search.delimiter().length;
                state = State.AT_DELIMITER;
            } else {
                position = sliceEnd;
            }
            if (sliceLength > 0) {
                count(sliceLength);
                return true;
            }
            if (found >= 0) {
                return false;
            }
            more();
        }
    }

    /** The array of the current slice. Not to be written to. */
    byte[] array() {
        return (buffer != null) ? buffer : new byte[0];
    }

    int offset() {
        return sliceOffset;
    }

    int length() {
        return sliceLength;
    }

    /** Bytes of the current part's content so far, with the current slice. */
    long partSize() {
        return partSize;
    }

    /** Whether the closing delimiter was read. */
    boolean isAtEnd() {
        return state == State.END;
    }

    /** Gives the buffer back. To be called by the thread that parses; nothing can be parsed afterwards. */
    @Override
    public void close() {
        byte[] bytes = buffer;
        if (bytes != null) {
            buffer = null;
            state = State.END;
            pool.giveBack(bytes);
        }
    }

    private byte[] start() {
        byte[] bytes = pool.take();
        buffer = bytes;
        return bytes;
    }

    private void count(int length) {
        partSize += length;
        PartHeaders current = part;
        if (current != null) {
            Limit limit = current.isFile() ? limits.maxFileSize() : limits.maxFieldSize();
            if (limit.isPassedBy(partSize)) {
                Reason reason = current.isFile() ? Reason.FILE_TOO_LARGE : Reason.FIELD_TOO_LARGE;
                throw new UploadLimitException(reason, "Bytes of part '" + current.name() + "'", limit, partSize);
            }
        }
    }

    /** Finds the first delimiter, which may lack the line break before it. */
    private void skipPreamble(byte[] bytes) throws IOException {
        byte[] delimiter = search.delimiter();
        int first = delimiter.length - 2;
        require(first);
        if (Arrays.equals(bytes, position, position + first, delimiter, 2, delimiter.length)) {
            position += first;
            state = State.AT_DELIMITER;
            return;
        }
        long skipped = 0;
        state = State.BODY;
        while (next()) {
            skipped += sliceLength;
            if (skipped > MAX_PREAMBLE) {
                throw malformed("has no delimiter within its first " + MAX_PREAMBLE + " bytes");
            }
        }
    }

    /** Reads what follows a delimiter: false if it was the closing one. */
    private boolean readDelimiterEnd() throws IOException {
        require(2);
        byte[] bytes = bytes();
        if (bytes[position] == '-' && bytes[position + 1] == '-') {
            position += 2;
            return false;
        }
        int padding = 0;
        while (bytes[position] == ' ' || bytes[position] == '\t') {
            if (++padding > MAX_PADDING) {
                throw malformed("has a delimiter followed by more than " + MAX_PADDING + " blanks");
            }
            position++;
            require(2);
            bytes = bytes();
        }
        if (bytes[position] != '\r' || bytes[position + 1] != '\n') {
            throw malformed("has a delimiter that is not followed by a line break");
        }
        position += 2;
        return true;
    }

    private PartHeaders readHeaders() throws IOException {
        PartHeaders headers = new PartHeaders();
        long size = 0;
        while (true) {
            int lineEnd = readLine(size);
            int length = lineEnd - position;
            size += length + 2;
            check(limits.maxPartHeaderSize(), size, "Bytes of a part's headers");
            check(limits.maxTotalHeaderSize(), headerBytes + size, "Bytes of all parts' headers");
            if (length > 0) {
                addHeader(headers, position, lineEnd);
            }
            position = lineEnd + 2;
            if (length == 0) {
                headerBytes += size;
                ContentDisposition.readInto(headers);
                return headers;
            }
        }
    }

    /** Reads until a whole line lies in the buffer and returns its end. */
    private int readLine(long sizeBefore) throws IOException {
        int from = position;
        while (true) {
            int lineEnd = indexOfLineBreak(bytes(), from, end);
            if (lineEnd >= 0) {
                return lineEnd;
            }
            int kept = end - position;
            check(limits.maxPartHeaderSize(), sizeBefore + kept, "Bytes of a part's headers");
            check(limits.maxTotalHeaderSize(), headerBytes + sizeBefore + kept, "Bytes of all parts' headers");
            more();
            from = position + Math.max(0, kept - 1);
        }
    }

    private static int indexOfLineBreak(byte[] bytes, int from, int to) {
        for (int i = from; i < to - 1; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void addHeader(PartHeaders headers, int from, int to) {
        byte[] bytes = bytes();
        if (headers.count() > 0 && (bytes[from] == ' ' || bytes[from] == '\t')) {
            headers.continueLast(text(bytes, from, to));
            return;
        }
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        if (colon == to) {
            return; // No header. Other parsers pass over it too.
        }
        if (headers.count() == MAX_HEADERS_PER_PART) {
            throw new UploadException(
                    Reason.HEADER_TOO_LARGE, "A part has more than " + MAX_HEADERS_PER_PART + " headers", null);
        }
        headers.add(text(bytes, from, colon), text(bytes, colon + 1, to));
    }

    private String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, charset).trim();
    }

    private static void check(Limit limit, long actual, String what) {
        if (limit.isPassedBy(actual)) {
            throw new UploadLimitException(Reason.HEADER_TOO_LARGE, what, limit, actual);
        }
    }

    private byte[] bytes() {
        if (buffer == null) {
            throw new IllegalStateException("The parser is closed");
        }
        return buffer;
    }

    /** Reads until there are at least that many bytes. */
    private void require(int count) throws IOException {
        while (end - position < count) {
            more();
        }
    }

    /** Reads once, after moving what is left to the beginning of the buffer. */
    private void more() throws IOException {
        byte[] bytes = bytes();
        int left = end - position;
        if (left > 0 && position > 0) {
            System.arraycopy(bytes, position, bytes, 0, left);
        } else if (left == bytes.length) {
            // Only for a header line, whose length has its limit.
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            buffer = bytes;
        }
        position = 0;
        end = left;
        int count = in.read(bytes, end, bytes.length - end);
        if (count < 0) {
            throw new UploadException(Reason.TRUNCATED, "The multipart body ends before its closing delimiter", null);
        }
        end += count;
    }

    private static UploadException malformed(String how) {
        return new UploadException(Reason.MALFORMED, "The multipart body " + how, null);
    }
}
