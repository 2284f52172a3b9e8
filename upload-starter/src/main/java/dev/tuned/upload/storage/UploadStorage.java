/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import dev.tuned.upload.multipart.BufferPool;

/** Memory, buffers and temporary files of all uploads. Safe for use by many threads. */
public final class UploadStorage implements AutoCloseable {

    /** Bytes of a segment: what Tomcat reads at once, so that a small part in two reads holds little more than its size. */
    static final int SEGMENT_SIZE = 8 * 1024;

    /**
     * Bytes of a part in addition to its content: its objects, its headers and their strings. In heap histograms of 20,000 parts these
     * were 580 for a field, and 880 to 1,260 for a file whose name has 15 to 205 characters.
     */
    static final int PART_BYTES = 1024;

    /** Bytes of segments that are kept for the next uploads: a burst holds memory no longer than its parts. */
    private static final long KEPT_BYTES = 4L * 1024 * 1024;

    /** Bytes of a parser's buffer: Tomcat reads up to 8 KB at once. */
    private static final int BUFFER_SIZE = 16 * 1024;

    private final long memoryBudget;

    private final AtomicLong memoryUsed = new AtomicLong();

    private final BufferPool segments;

    private final BufferPool buffers = new BufferPool(BUFFER_SIZE, 64 * BUFFER_SIZE);

    private final HeapRoom heap = new HeapRoom();

    private final TemporaryFiles files = new TemporaryFiles();

    /** @param memoryBudget bytes that all parts together may have in memory */
    public UploadStorage(long memoryBudget) {
        this.memoryBudget = memoryBudget;
        segments = new BufferPool(SEGMENT_SIZE, Math.min(memoryBudget, KEPT_BYTES));
    }

    /** Provides the directory of a part that goes to a file, and creates it if it is missing. */
    @FunctionalInterface
    public interface DirectorySource {

        /** The directory, which exists now. */
        Path get() throws IOException;
    }

    /**
     * Begins to keep a part.
     *
     * @param threshold bytes up to which it stays in memory, where the budget allows
     */
    public ContentWriter writer(long threshold, DirectorySource directory) {
        return new ContentWriter(this, threshold, directory);
    }

    /** Removes the files of this starter that a killed process left. */
    public void cleanUp(Path directory) {
        files.cleanUp(directory);
    }

    /** Bytes that all parts together have in memory. */
    public long memoryUsed() {
        return memoryUsed.get();
    }

    /** Bytes that all parts together may have in memory. */
    public long memoryBudget() {
        return memoryBudget;
    }

    /** Takes that many bytes of the budget; false if fewer are left, or the heap has no room. */
    boolean tryTakeMemory(long bytes) {
        if (!heap.isThere()) {
            return false;
        }
        long before = memoryUsed.getAndUpdate(used -> (used + bytes > memoryBudget) ? used : used + bytes);
        return before + bytes <= memoryBudget;
    }

    /** Counts bytes that are held whatever the budget says. */
    void countMemory(long bytes) {
        memoryUsed.addAndGet(bytes);
    }

    void giveBackMemory(long bytes) {
        memoryUsed.addAndGet(-bytes);
    }

    /** Buffers of parsers. */
    public BufferPool buffers() {
        return buffers;
    }

    BufferPool segments() {
        return segments;
    }

    TemporaryFiles files() {
        return files;
    }

    /** Removes the files of this process that are left. */
    @Override
    public void close() {
        files.close();
    }
}
