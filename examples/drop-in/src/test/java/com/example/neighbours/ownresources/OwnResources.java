/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.ownresources;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.URL;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

import org.slf4j.LoggerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/** What such resources are in applications. */
final class OwnResources {

    private static final int HEADER_BYTES = 16;
    private static final byte[] BANNER = "Company confidential\n".getBytes(StandardCharsets.ISO_8859_1);

    private OwnResources() {}

    /** Lies encrypted on the disk; here by a key of one bit. */
    static class Decrypted extends FileSystemResource {

        Decrypted(String path) {
            super(path);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return decrypted(super.getInputStream());
        }

        @Override
        public Resource createRelative(String path) {
            return new Decrypted(StringUtils.applyRelativePath(getPath(), path));
        }
    }

    /** The same, also for readers of its channel. */
    static final class DecryptedChannel extends Decrypted {

        DecryptedChannel(String path) {
            super(path);
        }

        @Override
        public ReadableByteChannel readableChannel() throws IOException {
            return Channels.newChannel(getInputStream());
        }
    }

    /** Leaves out the first bytes of the file, which are for its owner. */
    static final class Stripped extends FileSystemResource {

        Stripped(String path) {
            super(path);
        }

        @Override
        public long contentLength() throws IOException {
            return Math.max(0, super.contentLength() - HEADER_BYTES);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            InputStream in = super.getInputStream();
            in.skipNBytes(Math.min(HEADER_BYTES, super.contentLength()));
            return in;
        }
    }

    /** With a line before what is in the file. */
    static final class Concatenated extends FileSystemResource {

        Concatenated(String path) {
            super(path);
        }

        @Override
        public long contentLength() throws IOException {
            return BANNER.length + super.contentLength();
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new SequenceInputStream(new ByteArrayInputStream(BANNER), super.getInputStream());
        }
    }

    /** Counts what is read, and does something when it is closed. */
    static final class Closed extends FileSystemResource {

        Closed(String path) {
            super(path);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {

                private long read;

                @Override
                public int read() throws IOException {
                    int next = super.read();
                    read += next < 0 ? 0 : 1;
                    return next;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    int count = super.read(bytes, offset, length);
                    read += Math.max(0, count);
                    return count;
                }

                @Override
                public void close() throws IOException {
                    super.close();
                    LoggerFactory.getLogger(Closed.class).info("closed {} after {} bytes", getFilename(), read);
                }
            };
        }
    }

    /** Names a file of another content, as one that is written again while it is read. */
    static final class Moved extends FileSystemResource {

        Moved(String path) {
            super(path);
        }

        @Override
        public File getFile() {
            return new File(super.getFile().getPath().replace("300k.txt", "1m.bin"));
        }
    }

    /** Asks another resource for everything, but the content. */
    static final class Decorated implements Resource {

        private final Resource resource;

        Decorated(Resource resource) {
            this.resource = resource;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return decrypted(resource.getInputStream());
        }

        @Override
        public boolean exists() {
            return resource.exists();
        }

        @Override
        public boolean isReadable() {
            return resource.isReadable();
        }

        @Override
        public boolean isFile() {
            return resource.isFile();
        }

        @Override
        public URL getURL() throws IOException {
            return resource.getURL();
        }

        @Override
        public URI getURI() throws IOException {
            return resource.getURI();
        }

        @Override
        public File getFile() throws IOException {
            return resource.getFile();
        }

        @Override
        public long contentLength() throws IOException {
            return resource.contentLength();
        }

        @Override
        public long lastModified() throws IOException {
            return resource.lastModified();
        }

        @Override
        public Resource createRelative(String path) throws IOException {
            return new Decorated(resource.createRelative(path));
        }

        @Override
        public String getFilename() {
            return resource.getFilename();
        }

        @Override
        public String getDescription() {
            return "decorated " + resource.getDescription();
        }
    }

    private static InputStream decrypted(InputStream encrypted) {
        return new FilterInputStream(encrypted) {

            @Override
            public int read() throws IOException {
                int next = super.read();
                return next < 0 ? next : next ^ 1;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                for (int i = offset; i < offset + count; i++) {
                    bytes[i] ^= 1;
                }
                return count;
            }
        };
    }
}
