/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

import dev.tuned.examples.catalog.Uploads.Content;

/** Where streamed uploads are kept: one file each under a random name, never the client's. */
final class UploadStorage {

    private final Path directory;
    private final boolean keep;

    UploadStorage(Path directory, boolean keep) {
        this.directory = directory;
        this.keep = keep;
    }

    Path directory() {
        return directory;
    }

    /** Stores the stream and closes it; what could not be stored whole leaves no file. */
    Content store(InputStream content) throws IOException {
        Path file = directory.resolve(UUID.randomUUID().toString());
        try (InputStream in = content;
                OutputStream out =
                        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Content stored = Digests.copy(in, out);
            stored(file);
            return stored;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** To be called with each file that is stored whole. */
    void stored(Path file) throws IOException {
        if (!keep) {
            Files.delete(file);
        }
    }
}
