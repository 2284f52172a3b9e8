/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
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

    private @Nullable String text;

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

    /** Text of a field: it outlives the request's content. */
    synchronized String text() {
        if (text == null) {
            try {
                text = content.text(charset);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return text;
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

    @Override
    public long getSize() {
        return content.size();
    }

    /** Moves the content. A name that is not absolute is one in the directory for uploads (Servlet specification). */
    @Override
    public void write(String fileName) throws IOException {
        File file = new File(fileName);
        File target = file.isAbsolute() ? file : new File(location.file(), fileName);
        boolean moved;
        try {
            content.moveTo(target);
            moved = content.size() > location.threshold() && location.isOnTheFileSystemOf(target);
        } catch (IOException ex) {
            throw new IOException(ex); // As Tomcat does.
        }
        if (moved) {
            delete(); // With Tomcat it was a file, and is another one now.
        }
    }

    @Override
    public void delete() {
        try {
            if (isField()) {
                text();
            }
        } catch (UncheckedIOException ex) {
            // Whoever asks for it is told so then.
        }
        if (content.size() > location.threshold()) {
            discard();
        } else {
            content.leave(); // As Tomcat's, which it would have kept in memory.
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
