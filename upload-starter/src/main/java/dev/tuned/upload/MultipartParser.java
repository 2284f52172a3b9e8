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
 * the following call. What of a part was not asked for is passed over by the following {@code nextPart()}. After a failure,
 * and after {@link #close()}, nothing more can be had.
 *
 * <p>The time is in proportion to the body, the memory is one buffer, and everything that the client decides on has a
 * bound: in {@link ParserLimits}, or one of the constants.
 */
final class MultipartParser implements AutoCloseable {

    /** Bytes before the first delimiter. */
    static final int MAX_PREAMBLE = 8 * 1024;

    /** Blanks between the boundary and the end of its line. */
    static final int MAX_PADDING = 1024;

    private enum State {
        PREAMBLE,
        CONTENT,
        AT_DELIMITER,
        END,
        /** Something failed before. */
        BROKEN,
        CLOSED
    }

    private final BodyBuffer body;

    private final DelimiterSearch search;

    private final PartHeaderReader headerReader;

    private final ParserLimits limits;

    private State state = State.PREAMBLE;

    private int sliceOffset;

    private int sliceLength;

    private @Nullable PartHeaders part;

    private long partSize;

    private long parts;

    /**
     * Makes a parser; nothing is read yet.
     *
     * @param charset of the parts' headers
     */
    MultipartParser(InputStream in, Boundary boundary, ParserLimits limits, BufferPool pool, Charset charset) {
        this.body = new BodyBuffer(in, pool);
        this.search = new DelimiterSearch(boundary.value());
        this.headerReader = new PartHeaderReader(body, limits, charset);
        this.limits = limits;
    }

    /**
     * Passes over the rest of the current part and reads the headers of the next one that has a name: as for every other
     * parser, one without is no part of a form.
     *
     * @return the headers, or null after the last part
     * @throws UploadException if the body is malformed or ends early
     * @throws UploadLimitException if there are too many parts, or too large headers
     */
    @Nullable
    PartHeaders nextPart() throws IOException {
        while (goToNextPart()) {
            PartHeaders headers = part;
            if (headers != null && headers.hasName()) {
                return headers;
            }
        }
        return null;
    }

    private boolean goToNextPart() throws IOException {
        while (next()) {
            // Passed over.
        }
        if (state == State.END) {
            return false;
        }
        boolean first = state == State.PREAMBLE;
        state = State.BROKEN; // unless all goes well
        part = null;
        if ((first && !skipPreamble()) || isClosing()) {
            // What follows is the container's to discard, within its own bound.
            state = State.END;
            return false;
        }
        if (limits.maxParts().isPassedBy(++parts)) {
            throw new UploadLimitException(Reason.TOO_MANY_PARTS, "Parts of the request", limits.maxParts(), parts);
        }
        part = headerReader.read();
        partSize = 0;
        state = State.CONTENT;
        return true;
    }

    /**
     * Goes on to the next slice of the current part's content.
     *
     * @return whether there is one; not after the part's end
     */
    boolean next() throws IOException {
        switch (state) {
            case CONTENT -> {
                state = State.BROKEN; // unless all goes well
                boolean atDelimiter = readSlice();
                count(sliceLength);
                state = atDelimiter ? State.AT_DELIMITER : State.CONTENT;
                return sliceLength > 0;
            }
            case BROKEN -> throw new IllegalStateException("The multipart body could not be read");
            case CLOSED -> throw new IllegalStateException("The parser is closed");
            default -> {
                return false;
            }
        }
    }

    /** Finds what lies before the next delimiter and returns whether it goes up to it; if not, there is something. */
    private boolean readSlice() throws IOException {
        while (true) {
            byte[] bytes = body.bytes();
            int position = body.position();
            int end = body.end();
            int found = search.indexOf(bytes, position, end);
            int sliceEnd = (found >= 0) ? found : search.partialIndexOf(bytes, position, end);
            sliceOffset = position;
            sliceLength = sliceEnd - position;
            if (found >= 0) {
                body.takeUntil(found + search.delimiter().length);
                return true;
            }
            body.takeUntil(sliceEnd);
            if (sliceLength > 0) {
                return false;
            }
            body.more();
        }
    }

    /** The array of the current slice. Not to be written to. */
    byte[] array() {
        return body.bytes();
    }

    int offset() {
        return sliceOffset;
    }

    int length() {
        return sliceLength;
    }

    /** Whether the current slice is known to be the last one of its part. */
    boolean isLast() {
        return state == State.AT_DELIMITER;
    }

    /** Bytes of the current part's content so far, with the current slice. */
    long partSize() {
        return partSize;
    }

    /** Whether the closing delimiter follows, as far as can be told without waiting for the client. */
    boolean isBeforeEnd() {
        return state == State.AT_DELIMITER && body.available() >= 2 && isNext('-', '-');
    }

    /** Gives the buffer back. To be called by the thread that parses; nothing can be parsed afterwards. */
    @Override
    public void close() {
        state = State.CLOSED;
        body.close();
    }

    private void count(int length) {
        partSize += length;
        PartHeaders current = part;
        if (current != null && current.hasName()) {
            Limit limit = current.isFile() ? limits.maxFileSize() : limits.maxFieldSize();
            if (limit.isPassedBy(partSize)) {
                Reason reason = current.isFile() ? Reason.FILE_TOO_LARGE : Reason.FIELD_TOO_LARGE;
                throw new UploadLimitException(reason, "Bytes of part '" + current.name() + "'", limit, partSize);
            }
        }
    }

    /** Takes the first delimiter, which may lack the line break before it; false where the body is empty. */
    private boolean skipPreamble() throws IOException {
        if (!body.fill()) {
            return false;
        }
        byte[] delimiter = search.delimiter();
        int first = delimiter.length - 2;
        body.require(first);
        int position = body.position();
        if (Arrays.equals(body.bytes(), position, position + first, delimiter, 2, delimiter.length)) {
            body.takeUntil(position + first);
            return true;
        }
        long skipped = 0;
        boolean found = false;
        while (!found) {
            found = readSlice();
            skipped += sliceLength;
            if (skipped > MAX_PREAMBLE) {
                throw malformed("has no delimiter within its first " + MAX_PREAMBLE + " bytes");
            }
        }
        return true;
    }

    /** Takes what follows a delimiter: true if it was the closing one. */
    private boolean isClosing() throws IOException {
        body.require(2);
        if (isNext('-', '-')) {
            body.takeUntil(body.position() + 2);
            return true;
        }
        for (int padding = 0; !isNext('\r', '\n'); padding++) {
            byte next = body.bytes()[body.position()];
            if (next != ' ' && next != '\t') {
                throw malformed("has a delimiter that is not followed by a line break");
            }
            if (padding == MAX_PADDING) {
                throw malformed("has a delimiter followed by more than " + MAX_PADDING + " blanks");
            }
            body.takeUntil(body.position() + 1);
            body.require(2);
        }
        body.takeUntil(body.position() + 2);
        return false;
    }

    private boolean isNext(char first, char second) {
        byte[] bytes = body.bytes();
        return bytes[body.position()] == first && bytes[body.position() + 1] == second;
    }

    private static UploadException malformed(String how) {
        return new UploadException(Reason.MALFORMED, "The multipart body " + how, null);
    }
}
