/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Content of a part that {@link MemoryThenFileSink} has stored, in memory or in a temporary file. Safe for use by many
 * threads. Whoever has it closes it: that gives the memory back, or deletes the file.
 */
public final class StoredContent implements Closeable {

    private final TemporaryFiles files;

    private final long size;

    /** Full, but for the last one; null for content in a file, and once closed. */
    private byte @Nullable [][] segments;

    /** Null for content in memory, and once closed. */
    private @Nullable Path file;

    private final MemoryBudget budget;

    private long reserved;

    private boolean moved;

    private StoredContent(
            UploadEngine engine, long size, byte @Nullable [][] segments, @Nullable Path file, long reserved) {
        this.files = engine.files();
        this.budget = engine.memory();
        this.size = size;
        this.segments = segments;
        this.file = file;
        this.reserved = reserved;
    }

    /** Content in memory, to be given back to the budget. */
    static StoredContent inMemory(UploadEngine engine, long size, byte[][] segments, long reserved) {
        return new StoredContent(engine, size, segments, null, reserved);
    }

    /** Content in a temporary file. */
    static StoredContent inFile(UploadEngine engine, long size, Path file) {
        return new StoredContent(engine, size, null, file, 0);
    }

    /** Bytes. */
    public long size() {
        return size;
    }

    /** Whether the content is, or was until closed, in memory. */
    public synchronized boolean isInMemory() {
        return file == null && !moved;
    }

    /**
     * The content from its beginning. Reading single bytes is cheap, and reading everything at once too.
     *
     * @throws IOException if it is closed, or its file cannot be read
     */
    public synchronized InputStream inputStream() throws IOException {
        return (file != null)
                ? new BufferedPartInputStream(Files.newInputStream(file))
                : new SegmentInputStream(segments(), size);
    }

    /**
     * The content in an array of the caller's own.
     *
     * @throws IOException if it is closed, or its file cannot be read
     * @throws OutOfMemoryError if it is larger than arrays can be
     */
    public byte[] bytes() throws IOException {
        Path path;
        byte[][] all;
        synchronized (this) {
            path = file;
            all = (path == null) ? segments() : new byte[0][];
        }
        return (path != null) ? Files.readAllBytes(path) : new SegmentInputStream(all, size).readAllBytes();
    }

    /**
     * Moves the content to a file, which is replaced if it exists: a temporary file by its name where the file system allows,
     * what is in memory by writing it. The content can be read from there then; the file is the caller's, and stays.
     *
     * @throws IOException if it is closed, or the file cannot be written
     */
    public synchronized void moveTo(Path target) throws IOException {
        if (file == null) {
            files.write(segments(), size, target);
        } else if (moved) {
            files.copy(file, target);
        } else {
            files.move(file, target);
            file = target;
            moved = true;
        }
    }

    synchronized boolean wasMoved() {
        return moved;
    }

    String text(Charset charset) {
        byte[][] all = segments;
        return (all == null || all.length == 0) ? "" : new String(all[0], 0, (int) size, charset);
    }

    /** Where names that are not absolute are. */
    Path directory() throws IOException {
        return files.directory();
    }

    /** Gives the memory back or deletes the file. The first call counts. */
    @Override
    public synchronized void close() {
        segments = null;
        budget.giveBack(reserved);
        reserved = 0;
        Path path = file;
        if (path != null && !moved) {
            files.delete(path);
        }
        file = null;
    }

    private byte[][] segments() throws IOException {
        if (segments == null) {
            throw new NoSuchFileException("part of an upload, which is deleted or whose request has ended");
        }
        return segments;
    }
}
