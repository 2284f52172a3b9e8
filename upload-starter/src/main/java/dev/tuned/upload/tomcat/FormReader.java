/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.MultipartConfigElement;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.multipart.PartHeaders;
import dev.tuned.upload.multipart.UploadBody;
import dev.tuned.upload.storage.ContentWriter;
import dev.tuned.upload.storage.StoredContent;
import dev.tuned.upload.stream.Charsets;

/** Reads a whole body into parts, once. For one thread. */
final class FormReader {

    /** Tomcat's own message. */
    private static final String TOO_MUCH_TEXT =
            "The multi-part request contained parameter data (excluding uploaded files) that exceeded"
                    + " the limit for maxPostSize set on the associated connector";

    private final UploadRequest request;

    private final UploadContext uploads;

    private final MultipartConfigElement config;

    private final ParserLimits limits;

    private final UploadDirectory directory;

    private final Charset charset;

    private final List<FormPart> parts = new ArrayList<>();

    private long textSize;

    private boolean inContent;

    FormReader(UploadRequest request, MultipartConfigElement config, int parameters) {
        this.request = request;
        this.config = config;
        uploads = request.uploads();
        limits = request.limits(config, parameters);
        directory = UploadDirectory.of(config, request.getServletContext());
        // Fields without an encoding, or with an unknown one, are ISO-8859-1, as in Tomcat.
        charset = Charsets.charset(request.getCharacterEncoding(), StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads the parts.
     *
     * @throws BodyException if the body cannot be read, or exceeds a limit
     * @throws IOException as Tomcat does
     */
    List<FormPart> read() throws IOException {
        MultipartParser parser = request.parser(request, limits, UploadListener.Mode.MULTIPART_FILE);
        UploadBody body = request.state().body();
        try (parser) {
            directory.ensure();
            PartHeaders headers;
            while ((headers = parser.nextPart()) != null) {
                read(headers, parser);
            }
            body.finish(UploadListener.COMPLETED);
            return parts;
        } catch (IOException | RuntimeException | Error ex) {
            parts.forEach(FormPart::discard);
            body.finish(ex);
            if (ex instanceof BodyException failure && failure.reason() == Reason.FILE_TOO_LARGE) {
                request.getInputStream().close(); // As Tomcat does: the rest is not read.
            }
            throw ex;
        } finally {
            uploads.listener().partsCounted(parser.files(), parser.fields());
        }
    }

    /** Whether the content of a part is being read, and not what is between two. */
    boolean isInContent() {
        return inContent;
    }

    private void read(PartHeaders headers, MultipartParser parser) throws IOException {
        boolean field = headers.submittedFileName() == null;
        // A field ends as a string in memory whatever happens; only the budget may send it to the disk before.
        ContentWriter writer =
                uploads.storage().writer(field ? Long.MAX_VALUE : uploads.threshold(config), directory::ensure);
        try {
            countText(field ? headers.name().getBytes(charset).length + 2 : 0);
            inContent = true;
            while (parser.nextSlice()) {
                countText(field ? parser.length() : 0);
                write(parser, writer);
            }
            inContent = false;
            StoredContent content = writer.commit();
            try {
                parts.add(new FormPart(
                        headers, content, directory, content.size() > config.getFileSizeThreshold(), charset));
            } catch (RuntimeException | Error ex) {
                content.close();
                throw ex;
            }
            uploads.listener().partStored(content.isInMemory(), content.size());
        } finally {
            writer.abort();
        }
    }

    /** Writes a slice; a failure is that of the disk, not of the client. */
    private static void write(MultipartParser parser, ContentWriter writer) throws IOException {
        try {
            writer.write(parser.array(), parser.offset(), parser.length(), parser.isLast());
        } catch (IOException ex) {
            throw FailureTranslator.forStorage(ex);
        }
    }

    /** Counts as Tomcat does: for each field its name, its text and two separators. */
    private void countText(int bytes) throws BodyException {
        textSize += bytes;
        limits.maxTextSize().check(textSize, Reason.FIELD_TOO_LARGE, TOO_MUCH_TEXT);
    }
}
