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
 * <p>{@link #nextPart()} is followed by the slices of its content, one for each {@link #nextSlice()} that returns true, valid until
 * the following call. The next {@code nextPart()} skips slices that were not asked for. After a failure, and after
 * {@link #close()}, every call fails.
 *
 * <p>Reads what Tomcat's parser reads: anything before the first delimiter, a bare line feed behind a delimiter, one level of
 * {@code multipart/mixed}. Fails where Tomcat's parser would drop parts or take one for the content of another. Time is in
 * proportion to the body, memory is one buffer, and {@link ParserLimits} bound all that the client decides.
 */
public final class MultipartParser implements AutoCloseable {

    /** How Tomcat's message calls a part that is too many. */
    private static final String ATTACHMENT = "attachment";

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

    /** Finds the current delimiter: the body's own, or that of a {@code multipart/mixed} within it. */
    private DelimiterSearch search;

    private final Charset charset;

    private final HeaderParameters parameters;

    private final ParserLimits limits;

    private State state = State.START;

    /** Field of the {@code multipart/mixed} that is being read, or null. */
    private @Nullable String nestedField;

    private int sliceOffset;

    private int sliceLength;

    /** The current part, or null where it belongs to no form. */
    private @Nullable PartHeaders part;

    private boolean atContentStart;

    private long partSize;

    private int files;

    private int fields;

    /**
     * Creates a parser; nothing is read yet.
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
     * Goes on to the next part that has a name: a part without one belongs to no form, as in Tomcat.
     *
     * @return the headers, or null after the last part
     * @throws BodyException if the body is malformed or ends early, or there are too many parts or too large headers
     */
    public @Nullable PartHeaders nextPart() throws IOException {
        while (true) {
            while (nextSlice()) {
                // Skips the rest of the part before.
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
                    // The container discards what follows, within its own bound.
                    state = State.END;
                    return null;
                }
                nestedField = null;
                search = outer;
                state = State.PREAMBLE;
                continue;
            }
            PartHeaders part = begin(PartHeaders.read(body, limits.maxPartHeaderSize(), charset, search));
            if (part != null) {
                return part;
            }
        }
    }

    /** Begins a part whose headers have been read; null if it does not belong to the form. */
    private @Nullable PartHeaders begin(PartHeaders headers) throws BodyException {
        Disposition disposition = Disposition.of(headers.header("content-disposition"), parameters);
        String fileName = disposition.fileName();
        String field = (nestedField == null) ? disposition.name() : (fileName != null) ? nestedField : null;
        if (field != null && nestedField == null && beginNested(field, headers.contentType())) {
            return null;
        }
        partSize = 0;
        atContentStart = true;
        part = null;
        if (field != null) {
            part = headers.inForm(field, fileName, parameters);
            count(part);
            if (fileName != null && fileName.indexOf('\0') >= 0) {
                throw new BodyException(Reason.MALFORMED, "The name of a file holds a NUL character", null);
            }
        }
        state = State.CONTENT;
        return part;
    }

    private boolean beginNested(String field, @Nullable String contentType) throws BodyException {
        if (contentType == null || !contentType.toLowerCase(Locale.ENGLISH).startsWith("multipart/mixed")) {
            return false;
        }
        String boundary = parameters.parse(contentType, ';', ',').get("boundary");
        // Tomcat takes no other one, and curl, which sends such bodies, sends no other one.
        if (boundary == null || boundary.length() + 3 != outer.delimiter().length) {
            throw new BodyException(Reason.MALFORMED, "The length of a boundary token cannot be changed", null);
        }
        nestedField = field;
        search = new DelimiterSearch(boundary.getBytes(StandardCharsets.ISO_8859_1));
        state = State.PREAMBLE;
        return true;
    }

    private void count(PartHeaders headers) throws BodyException {
        checkSize(headers, announcedSize(headers.header("content-length")));
        if (headers.isFile()) {
            files++;
        } else {
            fields++;
        }
        limits.maxParts().check(files + fields, Reason.TOO_MANY_PARTS, ATTACHMENT);
        limits.maxFiles().check(files, Reason.TOO_MANY_PARTS, ATTACHMENT);
        limits.maxFields().check(fields, Reason.TOO_MANY_PARTS, ATTACHMENT);
    }

    private static long announcedSize(@Nullable String header) {
        try {
            return (header == null) ? -1 : Long.parseLong(header);
        } catch (NumberFormatException ex) {
            return -1;
        }
    }

    /**
     * Goes on to the next slice of the current part's content.
     *
     * @return whether there is one; not after the part's end
     */
    public boolean nextSlice() throws IOException {
        if (state == State.CLOSED) {
            throw new IllegalStateException("The multipart body could not be read, or the parser is closed");
        }
        if (state != State.CONTENT) {
            return false;
        }
        state = State.CLOSED; // unless all goes well
        boolean atDelimiter = readSlice();
        partSize += sliceLength;
        if (part != null) {
            checkSize(part, partSize);
        }
        state = atDelimiter ? State.AT_DELIMITER : State.CONTENT;
        return sliceLength > 0;
    }

    private void checkSize(PartHeaders headers, long size) throws BodyException {
        Limit limit = limits.maxPartSize();
        if (limit.isExceededBy(size)) {
            String message = "The field %s exceeds its maximum permitted size of %s bytes.";
            message = message.formatted(headers.name(), limit.value());
            throw new BodyException(Reason.FILE_TOO_LARGE, message, limit, size).of(headers);
        }
    }

    /** Sets the slice to what lies before the next delimiter; returns whether it ends at the delimiter. If not, it is not empty. */
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
                // Only a line feed is before it: it is content for Tomcat, and refused if it could be a delimiter.
                refuseDelimiter(0);
                slice(body.position(), body.position() + search.delimiter().length);
                return false;
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

    private void slice(int from, int to) {
        sliceOffset = from;
        sliceLength = to - from;
        body.advanceTo(to);
    }

    /** Fails if the delimiter comes next, from that byte of it on, with the end of a delimiter behind it. */
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

    /** Parts without a file name so far. */
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

    /** Skips the first delimiter and the bytes before it. */
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

    /** Skips the end of a delimiter; returns whether it was the closing one. */
    private boolean isClosing() throws IOException {
        body.require(1);
        int length = (body.bytes()[body.position()] == '\n') ? 1 : 2;
        body.require(length);
        if (!DelimiterSearch.isEnd(body.bytes(), body.position())) {
            throw new BodyException(Reason.MALFORMED, "Unexpected characters follow a boundary", null);
        }
        boolean closing = body.bytes()[body.position()] == '-';
        body.advanceTo(body.position() + length);
        return closing;
    }
}
