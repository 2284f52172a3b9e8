/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Counts the lines of a file that is appended to, and empties it so that no disk is filled. */
final class LogFileLines {

    private final Path file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);

    LogFileLines(Path file) {
        this.file = file;
    }

    long take() throws IOException {
        if (Files.notExists(file)) {
            return 0;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long lines = 0;
            while (channel.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    if (buffer.get() == '\n') {
                        lines++;
                    }
                }
            }
            channel.truncate(0);
            return lines;
        }
    }
}
