/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one part in memory that grows as bytes arrive, and moves it to a file above the threshold, or if no memory is left. For one
 * thread.
 */
public final class ContentWriter {

    /** Bytes that are written to a file at once. */
    private static final int FILE_BUFFER_SIZE = 16 * 1024;

    private final UploadStorage storage;

    private final long threshold;

    private final UploadStorage.DirectorySource directory;

    private byte[][] segments = new byte[0][];

    /** Bytes of all segments, which are taken of the budget. */
    private long capacity;

    private long size;

    private @Nullable Path file;

    private @Nullable OutputStream out;

    private boolean ended;

    ContentWriter(UploadStorage storage, long threshold, UploadStorage.DirectorySource directory) {
        this.storage = storage;
        this.threshold = threshold;
        this.directory = directory;
        storage.countMemory(UploadStorage.PART_BYTES);
    }

    /**
     * Takes bytes.
     *
     * @param last whether these are the last bytes of the part
     */
    public void write(byte[] bytes, int offset, int length, boolean last) throws IOException {
        int kept = (out == null && size + length <= threshold) ? keep(bytes, offset, length, last) : 0;
        if (kept < length) {
            (out == null ? spill() : out).write(bytes, offset + kept, length - kept);
            size += length - kept;
        }
    }

    /** Keeps as many bytes as there is memory for; returns their number. */
    private int keep(byte[] bytes, int offset, int length, boolean last) {
        int kept = 0;
        while (kept < length) {
            if (size == capacity && !grow(length - kept, last)) {
                return kept;
            }
            byte[] segment = segments[segments.length - 1];
            int free = (int) (capacity - size);
            int step = Math.min(free, length - kept);
            System.arraycopy(bytes, offset + kept, segment, segment.length - free, step);
            size += step;
            kept += step;
        }
        return kept;
    }

    /** Adds a segment, for a small part or the small end of one an array of its size; false if no memory is left. */
    private boolean grow(int needed, boolean last) {
        boolean exact = last && needed <= UploadStorage.SEGMENT_SIZE / 2;
        int length = exact ? needed : UploadStorage.SEGMENT_SIZE;
        if (!storage.tryTakeMemory(length)) {
            return false;
        }
        capacity += length;
        byte[] segment = exact ? new byte[length] : storage.segments().take(); // May throw OutOfMemoryError.
        segments = Arrays.copyOf(segments, segments.length + 1);
        segments[segments.length - 1] = segment;
        return true;
    }

    private OutputStream spill() throws IOException {
        Path path = storage.files().name(directory.get());
        out = storage.files().create(path);
        file = path;
        OutputStream spilled = new BufferedOutputStream(out, FILE_BUFFER_SIZE);
        out = spilled;
        long left = size;
        for (byte[] segment : segments) {
            spilled.write(segment, 0, (int) Math.min(segment.length, left));
            left -= segment.length;
        }
        releaseMemory();
        return spilled;
    }

    /**
     * Ends the part.
     *
     * @return the content, to be closed by the caller
     * @throws IOException if its file cannot be written
     */
    public StoredContent commit() throws IOException {
        if (out != null) {
            out.close();
        }
        StoredContent content = new StoredContent(storage, size, segments, capacity + UploadStorage.PART_BYTES, file);
        ended = true;
        return content;
    }

    /** Removes all that was kept; does nothing after a commit. */
    public void abort() {
        if (!ended) {
            ended = true;
            storage.giveBackMemory(UploadStorage.PART_BYTES);
            OutputStream open = out;
            try (open) {
                releaseMemory();
            } catch (IOException ex) {
                // The file is deleted anyway.
            } finally {
                if (file != null) {
                    storage.files().delete(file);
                }
            }
        }
    }

    private void releaseMemory() {
        storage.giveBackMemory(capacity);
        capacity = 0;
        byte[][] free = segments;
        segments = new byte[0][];
        storage.segments().giveBack(free);
    }
}
