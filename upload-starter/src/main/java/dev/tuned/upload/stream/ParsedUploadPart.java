/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadSink;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.PartHeaders;

/** A part of a {@link ParsedUploadStream}. For one thread at a time, the one that uses the stream. */
final class ParsedUploadPart implements UploadPart {

    private static final Log log = LogFactory.getLog(ParsedUploadPart.class);

    private final ParsedUploadStream stream;

    private final PartHeaders headers;

    private boolean begun;

    private long size;

    private @Nullable String text;

    ParsedUploadPart(ParsedUploadStream stream, PartHeaders headers) {
        this.stream = stream;
        this.headers = headers;
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
    public boolean isFile() {
        return headers.isFile();
    }

    @Override
    public List<String> headers(String name) {
        return headers.headers(name);
    }

    @Override
    public List<String> headerNames() {
        return headers.headerNames();
    }

    @Override
    public InputStream inputStream() {
        begin();
        return new Content();
    }

    @Override
    public <R> R transferTo(UploadSink<R> sink) throws IOException {
        begin();
        try {
            UploadSink.Writer<R> writer = sink.open(this);
            try {
                MultipartParser parser = stream.parser();
                while (nextSlice()) {
                    writer.write(parser.array(), parser.offset(), parser.length());
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
            log.warn("Something of an incomplete part of an upload may be left", ex);
            cause.addSuppressed(ex);
        }
    }

    @Override
    public String text() throws IOException {
        if (text == null) {
            begin();
            MultipartParser parser = stream.parser();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            while (nextSlice()) {
                stream.countText(parser.length());
                bytes.write(parser.array(), parser.offset(), parser.length());
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

    private boolean nextSlice() throws IOException {
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

    /** Reads the content from the parser's slices. */
    private final class Content extends InputStream {

        private byte[] bytes = {};

        /** Index of the first byte of the current slice that is not read. */
        private int position;

        private int end;

        private boolean closed;

        @Override
        public int read() throws IOException {
            return fill() ? bytes[position++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, end - position);
            System.arraycopy(bytes, position, target, offset, count);
            position += count;
            return count;
        }

        @Override
        public long transferTo(OutputStream out) throws IOException {
            long written = 0;
            while (fill()) {
                out.write(bytes, position, end - position);
                written += end - position;
                position = end;
            }
            return written;
        }

        /** Bytes that can be read without waiting for the client. */
        @Override
        public int available() throws IOException {
            check();
            return closed ? 0 : end - position;
        }

        @Override
        public void close() {
            closed = true;
        }

        private boolean fill() throws IOException {
            if (closed) {
                throw new IOException("The stream of part '" + name() + "' is closed");
            }
            check();
            while (position == end) {
                if (!nextSlice()) {
                    return false;
                }
                bytes = stream.parser().array();
                position = stream.parser().offset();
                end = position + stream.parser().length();
            }
            return true;
        }

        private void check() {
            stream.enter();
            requireCurrent();
        }
    }
}
