/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Pull parser of a multipart body: parts one after the other, and the content of each in slices of the parser's own buffer. For
 * one thread.
 *
 * <p>After {@link #nextPart()} come the slices of its content, one for each {@link #next()} that returns true, valid until
 * the following call. What of a part was not asked for is skipped by the following {@code nextPart()}. After a failure,
 * and after {@link #close()}, nothing more can be had.
 *
 * <p>Reads what Tomcat's parser reads: anything before the first delimiter, a bare line feed behind a delimiter, one level of
 * {@code multipart/mixed}. Where Tomcat's parser would drop parts or take one for the content of another, this one fails. The time
 * is in proportion to the body, the memory is one buffer, and everything that the client decides on is bounded by
 * {@link ParserLimits}.
 */
public final class MultipartParser implements AutoCloseable {

    private enum State {
        START,
        PREAMBLE,
        CONTENT,
        AT_DELIMITER,
        END,
        /** Something failed before, or the parser is closed. */
        CLOSED
    }

    private final BodyBuffer body;

    private final DelimiterSearch outer;

    /** Finds the current delimiter: the body's own, or that of a multipart within. */
    private DelimiterSearch search;

    private final Charset charset;

    private final HeaderParameters parameters;

    private final ParserLimits limits;

    private State state = State.START;

    /** Field of the multipart within, or null. */
    private @Nullable String nestedField;

    private int sliceOffset;

    private int sliceLength;

    /** Name of the current part, or null where it has none. */
    private @Nullable String field;

    private boolean atContentStart;

    private long partSize;

    private int files;

    private int fields;

    /**
     * Makes a parser; nothing is read yet.
     *
     * @param boundary without the hyphens before it; holds no line break
     * @param charset of the parts' headers
     */
    public MultipartParser(
            InputStream in,
            byte[] boundary,
            ParserLimits limits,
            BufferPool pool,
            Charset charset,
            HeaderParameters parameters) {
        body = new BodyBuffer(in, pool);
        outer = new DelimiterSearch(boundary);
        search = outer;
        this.charset = charset;
        this.parameters = parameters;
        this.limits = limits;
    }

    /**
     * Goes on to the next part that has a name: as for Tomcat, one without is no part of a form.
     *
     * @return the headers, or null after the last part
     * @throws BodyException if the body is malformed or ends early, or there are too many parts or too large headers
     */
    public @Nullable PartHeaders nextPart() throws IOException {
        while (true) {
            while (next()) {
                // Skipped.
            }
            if (state == State.END) {
                return null;
            }
            State before = state;
            state = State.CLOSED; // unless all goes well
            if (before == State.START && !body.fill()) {
                state = State.END;
                return null;
            }
            if (before == State.START || before == State.PREAMBLE) {
                skipPreamble();
            }
            if (isClosing()) {
                if (nestedField == null) {
                    // What follows is the container's to discard, within its own bound.
                    state = State.END;
                    return null;
                }
                nestedField = null;
                search = outer;
                state = State.PREAMBLE;
                continue;
            }
            PartHeaders headers = PartHeaders.read(body, limits.maxPartHeaderSize(), charset, search);
            if (begin(headers)) {
                return headers;
            }
        }
    }

    /** Whether a part of the form begins. */
    private boolean begin(PartHeaders headers) throws BodyException {
        Disposition disposition = Disposition.of(headers.header("content-disposition"), parameters);
        field = (nestedField != null) ? nestedField : disposition.name();
        boolean inForm = field != null && (nestedField == null || disposition.fileName() != null);
        if (inForm && nestedField == null && beginNested(headers.contentType())) {
            return false;
        }
        partSize = 0;
        atContentStart = true;
        field = inForm ? field : null;
        if (field != null) {
            headers.setDisposition(field, disposition.fileName(), parameters);
            check(headers);
            if (disposition.fileName() != null && disposition.fileName().indexOf('\0') >= 0) {
                throw new BodyException(Reason.MALFORMED, "The name of a file holds a NUL character", null);
            }
        }
        state = State.CONTENT;
        return inForm;
    }

    private boolean beginNested(@Nullable String contentType) throws BodyException {
        if (contentType == null || !contentType.toLowerCase(Locale.ENGLISH).startsWith("multipart/mixed")) {
            return false;
        }
        String boundary = parameters.parse(contentType, ';', ',').get("boundary");
        // Only so Tomcat takes it, and it costs curl, which sends such bodies, nothing.
        if (boundary == null || boundary.length() + 3 != outer.delimiter().length) {
            throw new BodyException(Reason.MALFORMED, "A multipart within has no boundary of the same length", null);
        }
        nestedField = field;
        search = new DelimiterSearch(boundary.getBytes(StandardCharsets.ISO_8859_1));
        state = State.PREAMBLE;
        return true;
    }

    private void check(PartHeaders headers) throws BodyException {
        checkSize(announcedSize(headers.header("content-length")));
        if (headers.isFile()) {
            files++;
        } else {
            fields++;
        }
        check(limits.maxParts(), files + fields);
        check(limits.maxFiles(), files);
        check(limits.maxFields(), fields);
    }

    private static long announcedSize(@Nullable String header) {
        try {
            return (header == null) ? -1 : Long.parseLong(header);
        } catch (NumberFormatException ex) {
            return -1;
        }
    }

    private void check(Limit limit, int actual) throws BodyException {
        if (limit.isExceededBy(actual)) {
            throw new BodyException(Reason.TOO_MANY_PARTS, "attachment", limit, actual);
        }
    }

    /**
     * Goes on to the next slice of the current part's content.
     *
     * @return whether there is one; not after the part's end
     */
    public boolean next() throws IOException {
        switch (state) {
            case CONTENT -> {
                state = State.CLOSED; // unless all goes well
                boolean atDelimiter = readSlice();
                partSize += sliceLength;
                if (field != null) {
                    checkSize(partSize);
                }
                state = atDelimiter ? State.AT_DELIMITER : State.CONTENT;
                return sliceLength > 0;
            }
            case CLOSED ->
                throw new IllegalStateException("The multipart body could not be read, or the parser is closed");
            default -> {
                return false;
            }
        }
    }

    private void checkSize(long size) throws BodyException {
        Limit limit = limits.maxPartSize();
        if (limit.isExceededBy(size)) {
            String message = "The field %s exceeds its maximum permitted size of %s bytes.";
            throw new BodyException(Reason.FILE_TOO_LARGE, message.formatted(field, limit.value()), limit, size);
        }
    }

    /** Finds what lies before the next delimiter and returns whether it goes up to it; if not, there is something. */
    private boolean readSlice() throws IOException {
        if (atContentStart) {
            atContentStart = false;
            refuseDelimiter(1);
        }
        while (true) {
            byte[] bytes = body.bytes();
            int position = body.position();
            int end = body.end();
            int found = search.indexOf(bytes, position, end);
            int sliceEnd = (found >= 0) ? found : search.partialIndexOf(bytes, position, end);
            boolean afterReturn = sliceEnd > position && bytes[sliceEnd - 1] == '\r';
            if (found >= 0 && !afterReturn && found == position) {
                // A line feed alone before it: content for Tomcat, unless it stands for a delimiter.
                refuseDelimiter(0);
                return slice(body.position(), body.position() + search.delimiter().length);
            }
            sliceEnd -= afterReturn ? 1 : 0;
            slice(position, sliceEnd);
            if (found >= 0 && afterReturn) {
                body.advanceTo(found + search.delimiter().length);
                return true;
            }
            if (sliceLength > 0) {
                return false;
            }
            body.more();
        }
    }

    private boolean slice(int from, int to) {
        sliceOffset = from;
        sliceLength = to - from;
        body.advanceTo(to);
        return false;
    }

    /** Fails where the delimiter, from that byte on, comes next and has the end of one. */
    private void refuseDelimiter(int from) throws IOException {
        byte[] delimiter = search.delimiter();
        int length = delimiter.length - from;
        for (int i = 0; i < length; i++) {
            body.require(i + 1);
            if (body.bytes()[body.position() + i] != delimiter[from + i]) {
                return;
            }
        }
        body.require(length + 2);
        if (DelimiterSearch.isEnd(body.bytes(), body.position() + length)) {
            throw new BodyException(
                    Reason.MALFORMED, "A part's content holds a delimiter without its line break", null);
        }
    }

    /** The array of the current slice. Not to be written to. */
    public byte[] array() {
        return body.bytes();
    }

    /** Index of the current slice in its array. */
    public int offset() {
        return sliceOffset;
    }

    /** Bytes of the current slice. */
    public int length() {
        return sliceLength;
    }

    /** Whether the current slice is known to be the last one of its part. */
    public boolean isLast() {
        return state == State.AT_DELIMITER;
    }

    /** Bytes of the current part's content so far, with the current slice. */
    public long partSize() {
        return partSize;
    }

    /** Parts with a file name so far. */
    public int files() {
        return files;
    }

    /** Parts without one so far. */
    public int fields() {
        return fields;
    }

    /** Whether the closing delimiter follows, as far as can be told without waiting for the client. */
    public boolean isBeforeEnd() {
        return state == State.AT_DELIMITER
                && nestedField == null
                && body.available() >= 2
                && body.bytes()[body.position()] == '-'
                && body.bytes()[body.position() + 1] == '-';
    }

    /** Gives the buffer back. To be called by the thread that parses; nothing can be parsed afterwards. */
    @Override
    public void close() {
        state = State.CLOSED;
        body.close();
    }

    /** Takes the first delimiter and what stands before it. */
    private void skipPreamble() throws IOException {
        PreambleSearch first = new PreambleSearch(search.delimiter());
        while (true) {
            body.require(1);
            byte[] bytes = body.bytes();
            int end = body.end();
            for (int i = body.position(); i < end; i++) {
                if (first.next(bytes[i])) {
                    body.advanceTo(i + 1);
                    return;
                }
            }
            body.advanceTo(end);
        }
    }

    /** Takes what follows a delimiter: true if it was the closing one. */
    private boolean isClosing() throws IOException {
        body.require(1);
        int length = (body.bytes()[body.position()] == '\n') ? 1 : 2;
        body.require(length);
        if (!DelimiterSearch.isEnd(body.bytes(), body.position())) {
            throw new BodyException(Reason.MALFORMED, "A delimiter of the multipart body has no end", null);
        }
        boolean closing = body.bytes()[body.position()] == '-';
        body.advanceTo(body.position() + length);
        return closing;
    }
}
