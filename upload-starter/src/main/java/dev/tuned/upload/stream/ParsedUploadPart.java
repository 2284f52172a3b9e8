/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadSink;
import dev.tuned.upload.multipart.PartHeaders;

/** A part that a parser found. For one thread at a time, the one that uses the stream. */
final class ParsedUploadPart implements UploadPart {

    private static final Log logger = LogFactory.getLog(ParsedUploadPart.class);

    private enum Use {
        UNREAD,
        /** An input stream is handed out. */
        OPEN,
        /** A transfer runs. */
        BUSY,
        READ
    }

    private final ParsedUploadStream stream;

    private final PartHeaders headers;

    private Use use = Use.UNREAD;

    private long size;

    private @Nullable String text;

    ParsedUploadPart(ParsedUploadStream stream, PartHeaders headers) {
        this.stream = stream;
        this.headers = headers;
    }

    @Override
    public InputStream inputStream() {
        begin(Use.OPEN);
        return new PartInputStream(this);
    }

    @Override
    public <R> R transferTo(UploadSink<R> sink) throws IOException {
        begin(Use.BUSY);
        try {
            UploadSink.Writer<R> writer = sink.open(headers);
            try {
                while (nextSlice()) {
                    writer.write(array(), offset(), length());
                }
                return writer.commit();
            } catch (Throwable ex) {
                abort(writer, ex);
                throw ex;
            }
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
        } catch (IOException | RuntimeException | Error ex) {
            logger.warn("Something of an incomplete part of an upload may be left", ex);
            cause.addSuppressed(ex);
        }
    }

    @Override
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

    @Override
    public String text() throws IOException {
        if (text == null) {
            begin(Use.BUSY);
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                while (nextSlice()) {
                    stream.countText(length());
                    bytes.write(array(), offset(), length());
                }
                text = bytes.toString(Charsets.charset(headers, stream.charset()));
            } finally {
                use = Use.READ;
            }
        }
        return text;
    }

    @Override
    public long size() {
        return size;
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
