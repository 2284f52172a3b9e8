/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;

import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/** Part that the drop-in tier has read. */
final class FormPart implements Part {

    private final PartHeaders headers;

    private final StoredContent content;

    private final Charset charset;

    FormPart(PartHeaders headers, StoredContent content, Charset charset) {
        this.headers = headers;
        this.content = content;
        this.charset = charset;
    }

    boolean isFile() {
        return headers.isFile();
    }

    PartHeaders headers() {
        return headers;
    }

    StoredContent content() {
        return content;
    }

    /** What the text field says. */
    String text() {
        return content.text(charset);
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
        return headers.servletFileName();
    }

    @Override
    public long getSize() {
        return content.size();
    }

    /** Moves the content. A name that is not absolute is one in the directory for uploads (Servlet specification). */
    @Override
    public void write(String fileName) throws IOException {
        Path target = new File(fileName).toPath();
        content.moveTo(target.isAbsolute() ? target : content.directory().resolve(target));
    }

    @Override
    public void delete() {
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
