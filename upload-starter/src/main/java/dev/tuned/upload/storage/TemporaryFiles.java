/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Files for parts that do not stay in memory, with names nobody can guess. Safe for use by many threads.
 *
 * <p>The names begin with a number of this process, which holds a lock on a file of that name as long as it lives: so files of a
 * process that was killed can be told from those of another that uses the same directory.
 */
final class TemporaryFiles implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(TemporaryFiles.class);

    private static final String PREFIX = "upload_";

    private static final String LOCK = ".lock";

    /** Made for the first file: what makes random numbers would cost a start. */
    private @Nullable String process;

    private final Map<Path, FileChannel> locks = new ConcurrentHashMap<>();

    private synchronized String process() {
        if (process == null) {
            process = PREFIX + UUID.randomUUID();
        }
        return process;
    }

    /** A new name in a directory. */
    Path name(Path directory) throws IOException {
        if (!locks.containsKey(directory)) {
            lock(directory);
        }
        return directory.resolve(process() + "_" + UUID.randomUUID() + ".tmp");
    }

    private synchronized void lock(Path directory) throws IOException {
        if (!locks.containsKey(directory)) {
            Path file = directory.resolve(process() + LOCK);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            locks.put(directory, channel);
            try {
                channel.tryLock();
            } catch (IOException ex) {
                // Without a lock nobody may take this process for a dead one.
                Files.delete(file);
                logger.debug("The file system of " + directory + " has no locks", ex);
            }
        }
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ex) {
            logger.warn("Temporary file " + file + " of an upload could not be deleted", ex);
        }
    }

    /** Deletes the files of processes that no longer hold their lock. */
    void cleanUp(Path directory) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, PREFIX + "*" + LOCK)) {
            for (Path file : found) {
                if (!file.getFileName().toString().startsWith(process()) && isDead(file)) {
                    String name = file.getFileName().toString();
                    deleteAll(directory, name.substring(0, name.length() - LOCK.length()));
                }
            }
        } catch (IOException ex) {
            logger.debug("Files of earlier uploads in " + directory + " were not looked for", ex);
        }
    }

    private static boolean isDead(Path lockFile) throws IOException {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException ex) {
            return false; // Another application in this JVM.
        }
    }

    private void deleteAll(Path directory, String prefix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*")) {
            for (Path file : files) {
                delete(file);
            }
        }
    }

    @Override
    public void close() {
        locks.forEach((directory, channel) -> {
            try (channel) {
                deleteAll(directory, process());
            } catch (IOException ex) {
                logger.debug("Directory " + directory + " of uploads could not be cleaned up", ex);
            }
        });
        locks.clear();
    }
}
