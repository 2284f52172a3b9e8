/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.Collection;
import java.util.LinkedHashSet;

import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.PartHeaders;
import dev.tuned.upload.storage.StoredContent;

/** A part that is kept for the handler, and answers as Tomcat's does. */
final class FormPart implements Part {

    private final PartHeaders headers;

    private final StoredContent content;

    private final UploadDirectory directory;

    /** Whether Tomcat would have kept the content in a file. */
    private final boolean fileOfTomcat;

    private final Charset charset;

    private volatile boolean written;

    private volatile boolean deleted;

    FormPart(
            PartHeaders headers,
            StoredContent content,
            UploadDirectory directory,
            boolean fileOfTomcat,
            Charset charset) {
        this.headers = headers;
        this.content = content;
        this.directory = directory;
        this.fileOfTomcat = fileOfTomcat;
        this.charset = charset;
    }

    /** Whether it is a parameter, too. */
    boolean isField() {
        return headers.submittedFileName() == null;
    }

    /** Text of a field. */
    String text() throws IOException {
        try (InputStream in = content.inputStream()) {
            return new String(in.readAllBytes(), charset);
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return content.inputStream();
    }

    @Override
    public @Nullable String getContentType() {
        return headers.contentType();
    }

    @Override
    public String getName() {
        return headers.name();
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return headers.submittedFileName();
    }

    /** Tomcat says 0 for a file that was deleted and not written before. */
    @Override
    public long getSize() {
        return (deleted && !written && fileOfTomcat) ? 0 : content.size();
    }

    /**
     * Writes the content as Tomcat does: content in memory is written into the file, a file is renamed. A name that is not
     * absolute is one in the directory for uploads.
     */
    @Override
    public void write(String fileName) throws IOException {
        File file = new File(fileName);
        File target = file.isAbsolute() ? file : new File(directory.file(), fileName);
        written = true;
        try {
            boolean renamed = fileOfTomcat && directory.isOnTheFileSystemOf(target);
            if (!fileOfTomcat || (!renamed && isLinkToNothing(target))) {
                content.copyTo(target);
            } else {
                content.moveTo(target);
                if (renamed) {
                    delete();
                }
            }
        } catch (IOException ex) {
            throw new IOException(ex); // As Tomcat does.
        }
    }

    /** Tomcat writes through such a link where it cannot rename. */
    private static boolean isLinkToNothing(File target) {
        return !target.exists() && Files.isSymbolicLink(target.toPath());
    }

    @Override
    public void delete() {
        deleted = true;
        if (fileOfTomcat) {
            discard();
        } else {
            content.detach(); // It would have kept that in memory.
        }
    }

    /** Deletes the content of a body that could not be read. */
    void discard() {
        content.close();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers.header(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return new LinkedHashSet<>(headers.headers(name));
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.headerNames();
    }
}
