/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Content of a part, in memory or in a temporary file. Safe for use by many threads. Its owner closes it: that gives the
 * memory back, or deletes the file.
 *
 * <p>Segments of memory are reused by other uploads, unless a stream still reads them when this is closed: that stream keeps
 * them until it is garbage.
 */
public final class StoredContent implements Closeable {

    private final UploadStorage storage;

    private final long size;

    /** Full, but for the last one; null once closed. */
    private byte @Nullable [][] segments;

    /** Bytes taken of the budget. */
    private final long reserved;

    private final @Nullable Path file;

    private boolean closed;

    /** Streams and copies that read segments. */
    private int readers;

    StoredContent(UploadStorage storage, long size, byte[][] segments, long reserved, @Nullable Path file) {
        this.storage = storage;
        this.size = size;
        this.segments = segments;
        this.reserved = reserved;
        this.file = file;
    }

    /** Bytes. */
    public long size() {
        return size;
    }

    /** Whether the content is, or was until closed, in memory. */
    public boolean isInMemory() {
        return file == null;
    }

    /**
     * The content from its beginning. Reading single bytes is cheap, and reading everything at once too.
     *
     * @throws IOException if it is closed and not empty, or its file cannot be read
     */
    public InputStream inputStream() throws IOException {
        if (size == 0) {
            return new ByteArrayInputStream(new byte[0]);
        }
        return (file != null)
                ? new BufferedPartInputStream(Files.newInputStream(file))
                : new SegmentInputStream(retain());
    }

    /**
     * Segments that stay as they are until {@link #release}.
     *
     * @throws IOException if this is closed
     */
    synchronized byte[][] retain() throws IOException {
        if (segments == null) {
            throw new NoSuchFileException("part of an upload, which is moved or deleted, or whose request has ended");
        }
        readers++;
        return segments;
    }

    synchronized void release() {
        readers--;
    }

    /**
     * Makes the content a file, in one step for who reads it: a temporary file gets the other name where the file system allows,
     * else a new file beside that one is written first. A link of that name is replaced, not followed.
     *
     * @throws IOException if this is closed, or the file cannot be written
     */
    public void moveTo(File target) throws IOException {
        // As Tomcat does: an empty directory of that name makes room.
        if (target.isDirectory() && !target.delete()) {
            throw new IOException("There is a directory where the file of an upload is to be written: " + target);
        }
        if (file == null || !storage.files().rename(file, target)) {
            Path sibling = storage.files().sibling(target.toPath());
            try {
                copyTo(sibling.toFile());
                Files.move(sibling, target.toPath(), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(sibling);
            }
        }
    }

    /**
     * Writes the content into a file.
     *
     * @throws IOException if this is closed, or the file cannot be written
     */
    public void copyTo(File target) throws IOException {
        try (InputStream in = inputStream();
                OutputStream out = new FileOutputStream(target)) {
            in.transferTo(out);
        }
    }

    /** Gives the memory back or deletes the file. The first call counts, of this and of {@link #detach()}. */
    @Override
    public synchronized void close() {
        byte[][] all = closed ? null : segments;
        detach();
        if (all != null) {
            segments = null;
            if (readers == 0) {
                storage.segments().giveBack(all);
            }
        }
    }

    /** Deletes the file. What is in memory can be read on, until it is garbage, and is no more of the budget. */
    public synchronized void detach() {
        if (!closed) {
            closed = true;
            storage.giveBackMemory(reserved);
            if (file != null) {
                storage.files().delete(file);
            }
        }
    }

    /**
     * Reads segments of memory, all full but for the last. Holds them until its end or until it is closed, so that no other upload
     * writes to them meanwhile; every access is within its monitor, or has a hold of its own. Safe for use by many threads.
     */
    private final class SegmentInputStream extends InputStream {

        /** Null while nothing is held. */
        private byte @Nullable [][] held;

        private boolean streamClosed;

        private long position;

        private long mark;

        /** Takes over a hold of the segments. */
        SegmentInputStream(byte[][] held) {
            this.held = held;
        }

        @Override
        public synchronized int read() throws IOException {
            if (isAtEnd()) {
                return -1;
            }
            byte[][] all = held();
            int result = all[index(all)][offset(all)] & 0xFF;
            advance(1);
            return result;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            if (isAtEnd()) {
                return -1;
            }
            byte[][] all = held();
            int count = (int) Math.min(length, size - position);
            for (int copied = 0; copied < count; ) {
                byte[] segment = all[index(all)];
                int from = offset(all);
                int step = Math.min(count - copied, segment.length - from);
                System.arraycopy(segment, from, bytes, offset + copied, step);
                position += step;
                copied += step;
            }
            advance(0);
            return count;
        }

        @Override
        public synchronized byte[] readAllBytes() throws IOException {
            checkOpen();
            byte[] rest = new byte[Math.toIntExact(size - position)];
            read(rest, 0, rest.length);
            return rest;
        }

        @Override
        public long transferTo(OutputStream out) throws IOException {
            byte[][] all;
            long from;
            synchronized (this) {
                if (isAtEnd()) {
                    return 0;
                }
                from = position;
                all = held();
                held = null; // The hold is this call's now.
                position = size;
            }
            try {
                long at = from;
                while (at < size) {
                    byte[] segment = all[(int) (at / all[0].length)];
                    int offset = (int) (at % all[0].length);
                    int step = (int) Math.min(segment.length - offset, size - at);
                    out.write(segment, offset, step);
                    at += step;
                }
                return size - from;
            } finally {
                release();
            }
        }

        @Override
        public synchronized long skip(long count) throws IOException {
            checkOpen();
            long skipped = Math.max(0, Math.min(count, size - position));
            advance(skipped);
            return skipped;
        }

        @Override
        public synchronized int available() throws IOException {
            checkOpen();
            return (int) Math.min(Integer.MAX_VALUE, size - position);
        }

        @Override
        public boolean markSupported() {
            return true;
        }

        @Override
        public synchronized void mark(int readLimit) {
            mark = position;
        }

        /** Goes back to the mark, or to the beginning where there is none. */
        @Override
        public synchronized void reset() throws IOException {
            checkOpen();
            position = mark;
        }

        @Override
        public synchronized void close() {
            streamClosed = true;
            letGo();
        }

        private boolean isAtEnd() throws IOException {
            checkOpen();
            return position == size;
        }

        private void checkOpen() throws IOException {
            if (streamClosed) {
                throw new IOException("Stream closed");
            }
        }

        private byte[][] held() throws IOException {
            byte[][] all = held;
            if (all == null) {
                all = retain();
                held = all;
            }
            return all;
        }

        private int index(byte[][] all) {
            return (int) (position / all[0].length);
        }

        private int offset(byte[][] all) {
            return (int) (position % all[0].length);
        }

        private void advance(long count) {
            position += count;
            if (position == size) {
                letGo();
            }
        }

        private void letGo() {
            if (held != null) {
                held = null;
                release();
            }
        }
    }
}
