/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;

import jakarta.servlet.http.Part;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Part that adds to the container's own a buffer before the stream and a memory of the size. */
final class BufferedPart implements Part {

    private static final Log logger = LogFactory.getLog(BufferedPart.class);

    private final Part part;

    /** Asked for once: Tomcat copies a part that is in memory to learn its size. */
    private long size = -1;

    BufferedPart(Part part) {
        this.part = part;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream stream = part.getInputStream();
        return (stream instanceof ByteArrayInputStream) ? stream : new BufferedPartInputStream(stream);
    }

    @Override
    public long getSize() {
        if (size < 0) {
            size = part.getSize();
        }
        return size;
    }

    @Override
    public @Nullable String getContentType() {
        return part.getContentType();
    }

    @Override
    public String getName() {
        return part.getName();
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return part.getSubmittedFileName();
    }

    @Override
    public void write(String fileName) throws IOException {
        part.write(fileName);
    }

    @Override
    public void delete() throws IOException {
        part.delete();
    }

    void deleteQuietly() {
        try {
            part.delete();
        } catch (IOException | RuntimeException ex) {
            logger.warn("A part of an upload could not be deleted", ex);
        }
    }

    @Override
    public @Nullable String getHeader(String name) {
        return part.getHeader(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return part.getHeaders(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return part.getHeaderNames();
    }
}
