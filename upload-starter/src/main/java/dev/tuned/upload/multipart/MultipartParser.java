/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
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
 * <p>Reads what Tomcat's parser reads, and as Tomcat's parser does: anything before the first delimiter, a bare line feed behind a
 * delimiter, one level of {@code multipart/mixed}. The form ends with the first delimiter that no line break follows. Time is in
 * proportion to the body, memory is one buffer, and {@link ParserLimits} bound all that the client decides.
 */
public final class MultipartParser implements AutoCloseable {

    /** How Tomcat's message calls a part that is too many. */
    private static final String ATTACHMENT = "attachment";

    private enum State {
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

    private State state = State.PREAMBLE;

    /** Field of the {@code multipart/mixed} that is being read, or null. */
    private @Nullable String nestedField;

    private int sliceOffset;

    private int sliceLength;

    /** The current part, or null where it belongs to no form. */
    private @Nullable PartHeaders part;

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
            boolean anywhere = state == State.PREAMBLE;
            state = State.CLOSED; // unless all goes well
            if ((!anywhere || skipPreamble()) && isBeforePart()) {
                PartHeaders headers = begin(readHeaders());
                if (headers != null) {
                    return headers;
                }
            } else if (nestedField == null) {
                // The container discards what follows, within its own bound.
                state = State.END;
            } else {
                nestedField = null;
                search = outer;
                state = State.PREAMBLE;
            }
        }
    }

    private PartHeaders readHeaders() throws IOException {
        try {
            return PartHeaders.read(body, limits.maxPartHeaderSize(), charset);
        } catch (BodyException ex) {
            // For Tomcat a connection that breaks here is an early end.
            throw (ex.reason() == Reason.CLIENT_ABORTED)
                    ? new BodyException(Reason.TRUNCATED, BodyBuffer.EARLY_END, ex)
                    : ex;
        }
    }

    /** Begins a part whose headers have been read; null if it does not belong to the form. */
    private @Nullable PartHeaders begin(PartHeaders headers) throws BodyException {
        Disposition disposition = parameters.disposition(headers.header("content-disposition"));
        String fileName = disposition.rawFileName();
        String field = (nestedField == null) ? disposition.name() : (fileName != null) ? nestedField : null;
        if (field != null && nestedField == null && beginNested(field, headers.contentType())) {
            return null;
        }
        partSize = 0;
        part = null;
        if (field != null) {
            part = headers.inForm(field, disposition);
            count(part);
            if (fileName != null) {
                parameters.checkFileName(fileName);
            }
        }
        state = State.CONTENT;
        return part;
    }

    private boolean beginNested(String field, @Nullable String contentType) throws BodyException {
        if (contentType == null || !contentType.toLowerCase(Locale.ENGLISH).startsWith("multipart/mixed")) {
            return false;
        }
        search = new DelimiterSearch(
                parameters.nestedBoundary(contentType, outer.delimiter().length - "\r\n--".length()));
        nestedField = field;
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

    /** Sets the slice to what lies before the next delimiter; returns whether it ends there. If not, it is not empty. */
    private boolean readSlice() throws IOException {
        while (true) {
            int position = body.position();
            int found = search.indexOf(body.bytes(), position, body.end());
            if (found >= 0) {
                slice(position, found);
                body.advanceTo(found + search.delimiter().length);
                return true;
            }
            slice(position, search.partialIndexOf(body.bytes(), position, body.end()));
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

    /** Skips the bytes before the first delimiter and its hyphens and boundary; false if there is none. */
    private boolean skipPreamble() throws IOException {
        PreambleSearch first = new PreambleSearch(search.delimiter());
        while (body.available() > 0 || body.fill()) {
            byte[] bytes = body.bytes();
            int end = body.end();
            for (int i = body.position(); i < end; i++) {
                if (first.next(bytes[i])) {
                    body.advanceTo(i + 1);
                    return true;
                }
            }
            body.advanceTo(end);
        }
        return false;
    }

    /** Skips the end of a delimiter; returns whether a part follows. As for Tomcat, anything but a line break ends the form. */
    private boolean isBeforePart() throws IOException {
        if (body.has(1) && body.bytes()[body.position()] == '\n') {
            body.advanceTo(body.position() + 1);
            return true;
        }
        boolean two = body.has(2);
        if (!two && nestedField != null) {
            body.more(); // Fails, as Tomcat's parser does.
        }
        byte[] bytes = body.bytes();
        int position = body.position();
        boolean lineBreak = two && bytes[position] == '\r' && bytes[position + 1] == '\n';
        body.advanceTo(Math.min(position + 2, body.end()));
        return lineBreak;
    }
}
