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

/** Part that is kept for the handler; answers as Tomcat's. */
final class FormPart implements Part {

    private final PartHeaders headers;

    private final StoredContent content;

    private final UploadLocation location;

    private final Charset charset;

    private volatile boolean written;

    private volatile boolean deleted;

    FormPart(PartHeaders headers, StoredContent content, UploadLocation location, Charset charset) {
        this.headers = headers;
        this.content = content;
        this.location = location;
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

    /** Of a file that was deleted and not written before, Tomcat's says 0. */
    @Override
    public long getSize() {
        return (deleted && !written && isFileOfTomcat()) ? 0 : content.size();
    }

    /**
     * Writes the content as Tomcat does: what it has in memory into the file, what it has in a file by giving that the other
     * name. A name that is not absolute is one in the directory for uploads.
     */
    @Override
    public void write(String fileName) throws IOException {
        File file = new File(fileName);
        File target = file.isAbsolute() ? file : new File(location.file(), fileName);
        written = true;
        try {
            boolean renamed = isFileOfTomcat() && location.isOnTheFileSystemOf(target);
            if (!isFileOfTomcat() || (!renamed && isLinkToNothing(target))) {
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

    /** Where Tomcat cannot rename it writes through one. */
    private static boolean isLinkToNothing(File target) {
        return !target.exists() && Files.isSymbolicLink(target.toPath());
    }

    private boolean isFileOfTomcat() {
        return content.size() > location.threshold();
    }

    @Override
    public void delete() {
        deleted = true;
        if (isFileOfTomcat()) {
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
