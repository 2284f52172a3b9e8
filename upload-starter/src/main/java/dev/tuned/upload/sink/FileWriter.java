/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadSink;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

/** One file of a {@link FileSystemSink}, hidden until it is whole. */
final class FileWriter implements UploadSink.Writer<StoredFile> {

    private final Path file;

    private final Path partial;

    private final FileChannel channel;

    private final boolean fsync;

    private final WriteBuffers buffers;

    private @Nullable ByteBuffer buffer;

    private long size;

    FileWriter(Path file, FileAttribute<?>[] attributes, boolean fsync, WriteBuffers buffers) throws IOException {
        this.file = file;
        this.partial = file.resolveSibling("." + file.getFileName() + ".part");
        this.fsync = fsync;
        this.buffers = buffers;
        this.channel =
                FileChannel.open(partial, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer collected = (buffer != null) ? buffer : buffers.take();
        buffer = collected;
        int from = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, collected.remaining());
            collected.put(bytes, from, count);
            from += count;
            left -= count;
            if (!collected.hasRemaining()) {
                flush(collected);
            }
        }
        size += length;
    }

    @Override
    public StoredFile commit() throws IOException {
        if (buffer != null) {
            flush(buffer);
        }
        close();
        try {
            Files.move(partial, file, ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException ex) {
            Files.move(partial, file);
        }
        if (fsync) {
            syncDirectory();
        }
        return new StoredFile(file, size);
    }

    @Override
    public void abort() throws IOException {
        giveBackBuffer();
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(partial);
            Files.deleteIfExists(file);
        }
    }

    private void flush(ByteBuffer collected) throws IOException {
        collected.flip();
        while (collected.hasRemaining()) {
            channel.write(collected);
        }
        collected.clear();
    }

    private void close() throws IOException {
        giveBackBuffer();
        if (fsync) {
            channel.force(true);
        }
        channel.close();
    }

    private void giveBackBuffer() {
        if (buffer != null) {
            buffers.giveBack(buffer);
            buffer = null;
        }
    }

    /** Only Unix has directories that can be opened, and names that may be lost in a crash. */
    private void syncDirectory() throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel directory = FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }
}
