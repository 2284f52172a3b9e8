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

    /** All full except the last one; null once closed. */
    private byte @Nullable [][] segments;

    /** Bytes taken of the budget. */
    private final long reserved;

    private final @Nullable Path file;

    private boolean closed;

    /** Number of streams that read segments. */
    private int readers;

    StoredContent(UploadStorage storage, long size, byte[][] segments, long reserved, @Nullable Path file) {
        this.storage = storage;
        this.size = size;
        this.segments = segments;
        this.reserved = reserved;
        this.file = file;
    }

    /** Size in bytes. */
    public long size() {
        return size;
    }

    /** Whether the content is, or was until closed, in memory. */
    public boolean isInMemory() {
        return file == null;
    }

    /**
     * The content from its beginning. A file's is not buffered, as without the starter.
     *
     * @throws IOException if it is closed and not empty, or its file cannot be read
     */
    public InputStream inputStream() throws IOException {
        if (size == 0) {
            return new ByteArrayInputStream(new byte[0]);
        }
        return (file != null) ? Files.newInputStream(file) : new SegmentInputStream(this, retain());
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
     * Makes the content a file, which a reader of that file sees in one step: a temporary file is renamed where the file system
     * allows, otherwise a new file is written beside the target first. A link of that name is replaced, not followed.
     *
     * @throws IOException if this is closed, or the file cannot be written
     */
    public void moveTo(File target) throws IOException {
        // An empty directory of that name is removed, as Tomcat does.
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

    /** Deletes the file. Content in memory stays readable until it is garbage, and no longer counts in the budget. */
    public synchronized void detach() {
        if (!closed) {
            closed = true;
            storage.giveBackMemory(reserved);
            if (file != null) {
                storage.files().delete(file);
            }
        }
    }
}
