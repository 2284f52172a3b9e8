/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory whose disk can be full: a tmpfs of its own where this user may mount one, else by a limit of the process on the
 * size of its files, which fails as a full disk does but for the text of the error.
 */
final class SmallDisk implements AutoCloseable {

    private static final String FILLER = "filler";

    private final Path directory;
    private final boolean mounted;

    private SmallDisk(Path directory, boolean mounted) {
        this.directory = directory;
        this.mounted = mounted;
    }

    static SmallDisk at(Path directory, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        return new SmallDisk(
                directory,
                Shell.works("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString()));
    }

    String kind() {
        return mounted ? "a tmpfs that is full" : "a limit on the size of files";
    }

    void fill(long pid, long limit) throws IOException, InterruptedException {
        if (!mounted) {
            Shell.run("prlimit", "--pid", Long.toString(pid), "--fsize=" + limit + ":unlimited");
            return;
        }
        try (OutputStream filler = Files.newOutputStream(directory.resolve(FILLER))) {
            byte[] block = new byte[64 * 1024];
            for (int size = block.length; size > 0; ) {
                try {
                    filler.write(block, 0, size);
                } catch (IOException full) {
                    size /= 2;
                }
            }
        }
    }

    void empty(long pid) throws IOException, InterruptedException {
        if (mounted) {
            Files.deleteIfExists(directory.resolve(FILLER));
        } else {
            Shell.run("prlimit", "--pid", Long.toString(pid), "--fsize=unlimited:unlimited");
        }
    }

    static boolean isFiller(Path file) {
        return file.endsWith(FILLER);
    }

    @Override
    public void close() {
        if (mounted) {
            try {
                Shell.run("umount", directory.toString());
            } catch (IOException ex) {
                System.err.println(ex.getMessage());
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
