/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;

import dev.tuned.upload.UploadFailure.Reason;

/** Reads a whole body into a form, once. For one thread. */
final class FormReader {

    /** Bytes behind the closing delimiter. */
    private static final int MAX_EPILOGUE = 8 * 1024;

    /** What can lie between the end of a slice and the end of what was read: the beginning of a delimiter. */
    private static final int PENDING = 128;

    private final HttpServletRequest request;

    private final UploadEngine engine;

    private final ParserLimits limits;

    private final MemoryThenFileSink sink;

    private final long contentLength;

    private final Charset charset;

    private final List<FormPart> parts = new ArrayList<>();

    /** Bytes that text fields have taken of the budget. */
    private long fieldBytes;

    FormReader(HttpServletRequest request, UploadEngine engine, ParserLimits limits) {
        this.request = request;
        this.engine = engine;
        this.limits = limits;
        this.sink = new MemoryThenFileSink(engine);
        this.contentLength = request.getContentLengthLong();
        // As the container: without an encoding, and with one it does not know, fields are ISO-8859-1.
        this.charset = PartText.charset(request.getCharacterEncoding(), StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads the form.
     *
     * @throws UploadException if the body cannot be read
     * @throws UploadLimitException if it is too large
     */
    UploadForm read() throws IOException, ServletException {
        UploadBody body;
        try {
            body = engine.open(request, UploadListener.Tier.PARTS, limits);
        } catch (IllegalStateException ex) {
            // Somebody has the body's reader. It is the container that has to say what this means.
            return UploadForm.ofContainer(request.getParts());
        }
        try (MultipartParser parser = engine.parser(request, body, limits)) {
            UploadForm form = read(body, parser);
            body.finish(UploadFailures.COMPLETED);
            return form;
        } catch (IOException | ServletException | RuntimeException | Error ex) {
            release();
            body.failed(ex);
            throw ex;
        }
    }

    private UploadForm read(UploadBody body, MultipartParser parser) throws IOException, ServletException {
        PartHeaders headers;
        try {
            headers = parser.nextPart();
        } catch (UploadException ex) {
            if (ex.reason() == Reason.TRUNCATED) {
                Collection<Part> before = partsReadBefore();
                if (!before.isEmpty()) {
                    return fallBack(before);
                } else if (body.count() == 0) {
                    return UploadForm.EMPTY;
                }
            }
            throw ex;
        }
        while (headers != null) {
            parts.add(read(headers, body, parser));
            headers = parser.nextPart();
        }
        if (body.count() != contentLength) {
            readEpilogue(body);
            Collection<Part> before =
                    (body.count() < contentLength || contentLength < 0) ? partsReadBefore() : List.of();
            if (!before.isEmpty()) {
                release();
                return fallBack(before);
            }
        }
        return UploadForm.of(parts, this::release);
    }

    private FormPart read(PartHeaders headers, UploadBody body, MultipartParser parser) throws IOException {
        StoredContent content = headers.isFile() ? readFile(body, parser) : readField(parser);
        engine.listener().kept(content.isInMemory(), content.size());
        return new FormPart(headers, content, charset);
    }

    private StoredContent readFile(UploadBody body, MultipartParser parser) throws IOException {
        ContentWriter writer = sink.writer();
        try {
            while (parser.next()) {
                writer.write(parser.array(), parser.offset(), parser.length(), atMost(body, parser));
            }
        } catch (IOException | RuntimeException | Error ex) {
            writer.abort();
            throw ex;
        }
        return writer.commit();
    }

    /** Bound of what is left of the part, with the current slice. */
    private long atMost(UploadBody body, MultipartParser parser) {
        if (parser.isLast()) {
            return parser.length();
        }
        long coming = contentLength - body.count();
        return (coming < 0) ? Long.MAX_VALUE : parser.length() + PENDING + coming;
    }

    /** Always in memory, whatever the budget says: a field's size has a bound of its own. */
    private StoredContent readField(MultipartParser parser) throws IOException {
        byte[] bytes = new byte[0];
        int size = 0;
        while (parser.next()) {
            int needed = size + parser.length();
            if (needed > bytes.length) {
                int length = (size == 0) ? needed : Math.max(needed, 2 * size);
                engine.memory().take(length - bytes.length);
                fieldBytes += length - bytes.length;
                bytes = Arrays.copyOf(bytes, length);
            }
            System.arraycopy(parser.array(), parser.offset(), bytes, size, parser.length());
            size = needed;
        }
        return StoredContent.inMemory(engine, size, new byte[][] {bytes}, 0);
    }

    private void readEpilogue(UploadBody body) throws IOException {
        byte[] epilogue = new byte[1024];
        int total = 0;
        int count;
        while ((count = body.read(epilogue, 0, epilogue.length)) >= 0) {
            total += count;
            if (total > MAX_EPILOGUE) {
                throw new UploadException(
                        Reason.MALFORMED,
                        "The multipart body goes on for more than " + MAX_EPILOGUE
                                + " bytes after its closing delimiter",
                        null);
            }
        }
    }

    /**
     * Parts that the container holds because somebody made it parse the body before us. To be asked at the end of the body
     * only: a container that has not parsed tries now, and finds nothing.
     */
    private Collection<Part> partsReadBefore() {
        try {
            return request.getParts();
        } catch (IOException | ServletException | RuntimeException ex) {
            return List.of();
        }
    }

    private UploadForm fallBack(Collection<Part> before) {
        engine.listener().fellBack();
        return UploadForm.ofContainer(before);
    }

    private void release() {
        parts.forEach(part -> {
            if (part.isFile()) {
                part.delete();
            }
        });
        engine.memory().giveBack(fieldBytes);
        fieldBytes = 0;
    }
}
