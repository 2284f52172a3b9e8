/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadSink;
import dev.tuned.upload.multipart.PartHeaders;

/** A part that a parser found. For one thread at a time, the one that uses the stream. */
final class ParsedUploadPart extends PartHeaders implements UploadPart {

    private static final Log logger = LogFactory.getLog(ParsedUploadPart.class);

    private final ParsedUploadStream stream;

    private boolean begun;

    private long size;

    private @Nullable String text;

    ParsedUploadPart(ParsedUploadStream stream, PartHeaders headers) {
        super(headers);
        this.stream = stream;
    }

    @Override
    public InputStream inputStream() {
        begin();
        return new PartInputStream(this);
    }

    @Override
    public <R> R transferTo(UploadSink<R> sink) throws IOException {
        begin();
        try {
            UploadSink.Writer<R> writer = sink.open(this);
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
    public String text() throws IOException {
        if (text == null) {
            begin();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            while (nextSlice()) {
                stream.countText(length());
                bytes.write(array(), offset(), length());
            }
            text = bytes.toString(Charsets.charset(this, stream.charset()));
        }
        return text;
    }

    @Override
    public long size() {
        return size;
    }

    private void begin() {
        requireCurrent();
        if (begun) {
            throw new IllegalStateException(
                    "The content of part '" + name() + "' was asked for before, and comes only once.");
        }
        begun = true;
    }

    /** Whether the content may be read now. */
    void check() throws IOException {
        stream.enter();
        requireCurrent();
    }

    boolean nextSlice() throws IOException {
        requireCurrent();
        boolean more = stream.nextSlice();
        size = stream.parser().partSize();
        return more;
    }

    private void requireCurrent() {
        if (!stream.isCurrent(this)) {
            throw new IllegalStateException("The content of part '" + name()
                    + "' can be read only until the next part is asked for, and within the request.");
        }
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
}
