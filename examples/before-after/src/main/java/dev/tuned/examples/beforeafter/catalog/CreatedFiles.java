/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Counts the files created below a directory, those deleted at once included. */
public record CreatedFiles(WatchService watch, Path root) implements AutoCloseable {

    private static final int EVENT_SECONDS = 300;

    /** Watches every directory that exists below {@code root} now. */
    public static CreatedFiles below(Path root) throws IOException {
        WatchService watch = root.getFileSystem().newWatchService();
        try (Stream<Path> directories = Files.walk(root).filter(Files::isDirectory)) {
            for (Path directory : directories.toList()) {
                directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            }
        }
        return new CreatedFiles(watch, root);
    }

    /** The number of files created since the last call. It ends at a file of ours, since events come in order. */
    public int count() throws IOException, InterruptedException {
        Path last = Files.createTempFile(root, "last", null);
        int created = 0;
        boolean complete = false;
        WatchKey key;
        // Other directories' events may stand behind it in the queue, but are all in it by then.
        while ((key = complete ? watch.poll() : watch.poll(EVENT_SECONDS, TimeUnit.SECONDS)) != null) {
            for (WatchEvent<?> event : key.pollEvents()) {
                if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                    throw new IOException("more files were created at once below " + root + " than can be counted");
                }
                created++;
                complete |= last.getFileName().equals(event.context());
            }
            key.reset();
        }
        if (!complete) {
            throw new IOException("no event of " + last);
        }
        Files.delete(last);
        return created - 1;
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
