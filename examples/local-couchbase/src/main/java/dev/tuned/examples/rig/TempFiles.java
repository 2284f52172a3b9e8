/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the temporary files that the server creates for uploads in its own directory: meter
 * {@code catalog.temp-files.created}. It begins when the meter is first read, so that a service whose meter is not read
 * pays nothing for it.
 */
final class TempFiles implements MeterBinder, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TempFiles.class);

    private final Path directory;
    private final AtomicLong created = new AtomicLong();
    private @Nullable WatchService watch;

    TempFiles(Path directory) {
        this.directory = directory;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        FunctionCounter.builder("catalog.temp-files.created", this, TempFiles::created)
                .description("Temporary files that the server has created for uploads since this was first read")
                .register(meters);
    }

    synchronized long created() {
        if (watch == null) {
            watch = start();
        }
        return created.get();
    }

    private WatchService start() {
        try {
            WatchService service = directory.getFileSystem().newWatchService();
            directory.register(service, StandardWatchEventKinds.ENTRY_CREATE);
            Thread thread = new Thread(() -> count(service), "temp-files");
            thread.setDaemon(true);
            thread.start();
            return service;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot watch " + directory, ex);
        }
    }

    private void count(WatchService service) {
        try {
            while (true) {
                WatchKey key = service.take();
                key.pollEvents().forEach(this::count);
                key.reset();
            }
        } catch (ClosedWatchServiceException ex) {
            // The service stops.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void count(WatchEvent<?> event) {
        if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
            log.warn("catalog.temp-files.created is too low: files were created faster than they were counted");
        } else if (String.valueOf(event.context()).startsWith("upload_")) {
            created.addAndGet(event.count());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (watch != null) {
            watch.close();
        }
    }
}
