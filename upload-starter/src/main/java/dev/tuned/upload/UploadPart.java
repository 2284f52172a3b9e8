/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One part of an {@link UploadStream}: what its headers say, and its content, which can be read once, in one of four ways.
 *
 * <p>The headers stay, the content can be read only until the step to the next part; later calls throw
 * {@link IllegalStateException}, as does reading twice. For one thread at a time, the one that uses the stream.
 */
public final class UploadPart implements PartInfo {

    private enum Use {
        UNREAD,
        /** An input stream is handed out. */
        OPEN,
        /** A transfer runs. */
        BUSY,
        READ
    }

    private final UploadStream stream;

    private final PartHeaders headers;

    private Use use = Use.UNREAD;

    private long size;

    private @Nullable String text;

    UploadPart(UploadStream stream, PartHeaders headers) {
        this.stream = stream;
        this.headers = headers;
    }

    /**
     * The content as a stream, which reads straight from the parser's buffer: no buffered stream is needed around it.
     * Closing it is not necessary. {@code transferTo} copies nothing and {@code skip} is cheap.
     *
     * @throws IllegalStateException if the content was asked for before
     */
    public InputStream inputStream() {
        begin(Use.OPEN);
        return new PartInputStream(this);
    }

    /**
     * Stores the content: {@code commit} once it is complete, or {@code abort} if a limit is passed, the body ends early, the
     * client goes away or anything at all is thrown.
     *
     * @param <R> what the sink says about what it stored
     * @return what {@code commit} returned
     * @throws IOException if the sink fails
     * @throws UploadLimitException if a limit is passed
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException if the content was asked for before
     */
    public <R> R transferTo(UploadSink<R> sink) throws IOException {
        begin(Use.BUSY);
        try {
            UploadSink.Writer<R> writer = sink.open(headers);
            try {
                while (nextSlice()) {
                    writer.write(array(), offset(), length());
                }
            } catch (Throwable ex) {
                abort(writer, ex);
                throw ex;
            }
            return writer.commit();
        } catch (Throwable ex) {
            stream.transferFailed(ex);
            throw ex;
        } finally {
            use = Use.READ;
        }
    }

    private static void abort(UploadSink.Writer<?> writer, Throwable cause) {
        try {
            writer.abort();
        } catch (RuntimeException | Error ex) {
            cause.addSuppressed(ex);
        }
    }

    /**
     * Writes the content; neither flushes nor closes.
     *
     * @return bytes written
     * @throws IOException if the output fails
     * @throws UploadLimitException if a limit is passed
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException if the content was asked for before
     */
    public long transferTo(OutputStream out) throws IOException {
        begin(Use.BUSY);
        try {
            while (nextSlice()) {
                out.write(array(), offset(), length());
            }
            return size;
        } finally {
            use = Use.READ;
        }
    }

    /**
     * The content as text, in the charset of the part's content type, else of the request's, else UTF-8. May be asked for
     * again.
     *
     * @throws UploadLimitException if it is larger than a text field may be ({@code tuned.upload.max-field-size})
     * @throws UploadException if the body is malformed, cut off or too slow
     * @throws IllegalStateException if the content was asked for in another way before
     */
    public String text() throws IOException {
        if (text == null) {
            begin(Use.BUSY);
            try {
                text = new String(PartText.read(this, stream.maxFieldSize()), charset());
            } finally {
                use = Use.READ;
            }
        }
        return text;
    }

    /** Bytes of the content read so far; all of them once it was read to its end. */
    public long size() {
        return size;
    }

    private Charset charset() {
        return PartText.charset(headers, stream.charset());
    }

    private void begin(Use how) {
        if (!stream.isCurrent(this)) {
            throw tooLate();
        }
        if (use != Use.UNREAD) {
            throw new IllegalStateException(
                    "The content of part '" + name() + "' was asked for before, and comes only once.");
        }
        use = how;
    }

    /** The step to the next part. */
    void leave() {
        if (use == Use.BUSY) {
            throw new IllegalStateException("Part '" + name() + "' is being transferred.");
        }
    }

    /** Whether the content may be read now. */
    void check() throws IOException {
        stream.enter();
        if (!stream.isCurrent(this)) {
            throw tooLate();
        }
    }

    boolean nextSlice() throws IOException {
        if (!stream.isCurrent(this)) {
            throw tooLate();
        }
        boolean more = stream.nextSlice();
        size = stream.parser().partSize();
        return more;
    }

    private IllegalStateException tooLate() {
        return new IllegalStateException("The content of part '" + name()
                + "' can be read only until the next part is asked for, and within the request.");
    }

    byte[] array() {
        return stream.parser().array();
    }

    int offset() {
        return stream.parser().offset();
    }

    int length() {
        return stream.parser().length();
    }

    @Override
    public String name() {
        return headers.name();
    }

    @Override
    public @Nullable String submittedFileName() {
        return headers.submittedFileName();
    }

    @Override
    public @Nullable String contentType() {
        return headers.contentType();
    }

    @Override
    public @Nullable String header(String name) {
        return headers.header(name);
    }

    @Override
    public List<String> headers(String name) {
        return headers.headers(name);
    }

    @Override
    public List<String> headerNames() {
        return headers.headerNames();
    }
}
