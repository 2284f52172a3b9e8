/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Room in the file store that holds a directory, and how much of it uploads have to leave. Immutable; safe for use by
 * many threads.
 *
 * <p>Says that a store is full by looking at its room, one system call, and not at the text of an exception. Where a
 * user's quota or a lack of inodes ends a write while the store itself has room, the failure stays what it was.
 */
public final class FreeSpace {

    /** Bytes that are written between two looks at the room: each upload can pass the floor by so much. */
    private static final long STEP = 1 << 20;

    /** A store with less than this is full even if the write that failed was smaller: blocks, not bytes, are given out. */
    private static final long FULL = 64 << 10;

    private static final String PROPERTY = "tuned.upload.min-free-space";

    private final Path directory;

    private final long floor;

    /**
     * Room where the directory is.
     *
     * @param floor bytes that have to stay free, 0 for none
     * @throws IllegalArgumentException if the floor is negative
     */
    public FreeSpace(Path directory, long floor) {
        if (floor < 0) {
            throw new IllegalArgumentException("Free space must not be negative, but is " + floor);
        }
        this.directory = directory;
        this.floor = floor;
    }

    /** Bytes that this process may still use there; the highest number where nobody can tell. */
    public long usable() {
        long usable = ask();
        // A directory that is not there has no room either: then the write itself has more to say.
        return (usable > 0 || Files.isDirectory(directory)) ? usable : Long.MAX_VALUE;
    }

    /**
     * Holds the room against the floor; does nothing where there is none.
     *
     * @throws UploadException of {@link Reason#STORAGE_FULL} if there is less
     */
    public void check() {
        if (floor > 0) {
            long usable = usable();
            if (usable < floor) {
                throw below(usable, null);
            }
        }
    }

    /**
     * Finds out whether a write failed for lack of room.
     *
     * @param length bytes that could not be written
     * @return the same failure, to be thrown, if there was room
     * @throws UploadException of {@link Reason#STORAGE_FULL} if there was not
     */
    public IOException explain(IOException failure, long length) {
        long usable = usable();
        if (usable < floor) {
            throw below(usable, failure);
        }
        if (usable < Math.max(length, FULL)) {
            throw new UploadException(Reason.STORAGE_FULL, "The storage of uploads is full", failure);
        }
        return failure;
    }

    /** Begins to watch one upload. */
    public Watch watch() {
        return new Watch();
    }

    private long ask() {
        try {
            if (directory.getFileSystem() == FileSystems.getDefault()) {
                File file = directory.toFile();
                return file.getUsableSpace();
            }
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException ex) {
            return Long.MAX_VALUE;
        }
    }

    private UploadException below(long usable, @Nullable Throwable cause) {
        String message = "The storage of uploads has %d bytes left, %d have to stay free".formatted(usable, floor);
        return new UploadException(Reason.STORAGE_FULL, message, floor, usable, PROPERTY, cause);
    }

    /** One upload's looks at the room: at its first bytes and after each MB. For one thread at a time. */
    public final class Watch {

        private long left;

        private Watch() {}

        /**
         * To be called before each write.
         *
         * @param length bytes about to be written
         * @throws UploadException of {@link Reason#STORAGE_FULL} if there is less room than the floor
         */
        public void beforeWrite(int length) {
            left -= length;
            if (left < 0) {
                check();
                left = STEP;
            }
        }
    }
}
