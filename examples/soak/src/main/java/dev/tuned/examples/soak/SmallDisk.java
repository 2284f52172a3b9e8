/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Watchdog;
import dev.tuned.examples.beforeafter.catalog.Shell;

/**
 * A directory whose disk can be full: on its own tmpfs where this user may mount one, else by a {@link FileSizeLimit},
 * whose error has another text.
 */
record SmallDisk(Path directory, boolean mounted, Watchdog.Guard guard) implements AutoCloseable {

    private static final String FILLER = "filler";

    static SmallDisk at(Path directory, int megabytes, Children children) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Watchdog.Guard guard = children.guard("umount", "-l", directory.toString());
        boolean mounted =
                Shell.works("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString());
        return new SmallDisk(directory, mounted, guard);
    }

    String kind() {
        return mounted ? "a tmpfs that is full" : "a limit on the size of files";
    }

    void fill(long pid, long limit) throws IOException, InterruptedException {
        if (!mounted) {
            FileSizeLimit.set(pid, limit);
            return;
        }
        try (OutputStream filler = Files.newOutputStream(directory.resolve(FILLER))) {
            byte[] block = new byte[64 * 1024];
            for (int size = block.length; size > 0; ) {
                try {
                    filler.write(block, 0, size);
                } catch (IOException ex) {
                    size /= 2;
                }
            }
        }
    }

    void empty(long pid) throws IOException, InterruptedException {
        if (mounted) {
            Files.deleteIfExists(directory.resolve(FILLER));
        } else {
            FileSizeLimit.remove(pid);
        }
    }

    static boolean isFiller(Path file) {
        return file.endsWith(FILLER);
    }

    @Override
    public void close() {
        try {
            if (mounted) {
                // Also while a process that ends still has a file there.
                Shell.run("umount", "-l", directory.toString());
            }
            guard.close();
        } catch (IOException ex) {
            System.err.println(ex.getMessage());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
