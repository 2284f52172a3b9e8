/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Counts the files created below a directory, those deleted at once included. */
final class CreatedFiles implements AutoCloseable {

    private final WatchService watch;

    private CreatedFiles(WatchService watch) {
        this.watch = watch;
    }

    /** Watches every directory that exists below {@code root} now. */
    static CreatedFiles below(Path root) throws IOException {
        WatchService watch = root.getFileSystem().newWatchService();
        try (Stream<Path> directories = Files.walk(root).filter(Files::isDirectory)) {
            for (Path directory : directories.toList()) {
                directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            }
        }
        return new CreatedFiles(watch);
    }

    /** How many were created since the last call, once no event has come for a second. */
    int count() throws InterruptedException {
        int created = 0;
        for (WatchKey key = watch.poll(1, TimeUnit.SECONDS); key != null; key = watch.poll(1, TimeUnit.SECONDS)) {
            created += key.pollEvents().size();
            key.reset();
        }
        return created;
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
