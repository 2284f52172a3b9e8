/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;

import org.springframework.core.io.FileUrlResource;

/**
 * A file as it was found for one request: its length and its time of modification belong together. Its content is read when asked
 * for. Never kept beyond the request.
 */
final class FileSnapshot extends FileUrlResource {

    private final File file;

    private final BasicFileAttributes attributes;

    /** @throws IOException if there is no such file */
    FileSnapshot(URL url, File file) throws IOException {
        super(url);
        this.file = file;
        this.attributes = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
    }

    boolean isDirectory() {
        return this.attributes.isDirectory();
    }

    @Override
    public File getFile() {
        return this.file;
    }

    @Override
    public String getFilename() {
        return this.file.getName();
    }

    @Override
    public long contentLength() {
        return this.attributes.size();
    }

    @Override
    public long lastModified() {
        return this.attributes.lastModifiedTime().toMillis();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Content(this.file, this.attributes.size());
    }

    /** Without the buffers that a URL's stream has, and copied by a buffer no larger than a small file needs. */
    private static final class Content extends FileInputStream {

        /** As Spring's own copying has it. */
        private static final int LARGEST_BUFFER = 8192;

        private final int bufferSize;

        Content(File file, long length) throws IOException {
            super(file);
            // One more than the file has, so that its end is found without another read of a full buffer.
            this.bufferSize = (int) Math.min(LARGEST_BUFFER, length + 1);
        }

        @Override
        public long transferTo(OutputStream out) throws IOException {
            byte[] buffer = new byte[this.bufferSize];
            long transferred = 0;
            for (int read = read(buffer); read >= 0; read = read(buffer)) {
                out.write(buffer, 0, read);
                transferred += read;
            }
            return transferred;
        }
    }
}
