/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * Files for parts that do not stay in memory, with unguessable names and readable by their owner alone. Safe for use by many
 * threads.
 *
 * <p>The names begin with a number of this process, which holds a lock on a file of that name as long as it lives: so the files of
 * a killed process differ from those of a running one that uses the same directory. The lock file names the directory in which it
 * was created. A directory may be anybody's: a file is left alone if it does not have exactly such a name, is no regular file, or
 * belongs to a lock file that names another directory.
 */
final class TemporaryFiles implements AutoCloseable {

    private static final Log log = LogFactory.getLog(TemporaryFiles.class);

    private static final String NUMBER = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private static final String LOCK_SUFFIX = ".lock";

    private static final Pattern LOCK = Pattern.compile("upload_" + NUMBER + "\\.lock");

    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    private static final String MARK = "Temporary files of uploads in ";

    /** Bytes of a lock file: there are no longer paths. */
    private static final int MAX_MARK = 16 * 1024;

    /** Created with the first file: the generator of random numbers would make the start slower. */
    private final SingletonSupplier<String> process = SingletonSupplier.of(() -> "upload_" + UUID.randomUUID());

    private final Map<Path, LockedDirectory> directories = new ConcurrentHashMap<>();

    /** A directory in which this process has files. */
    private record LockedDirectory(
            FileChannel lock, @Nullable Set<PosixFilePermission> usualPermissions) {}

    /** A new name in a directory. */
    Path name(Path directory) throws IOException {
        lock(directory);
        return directory.resolve(process.obtain() + "_" + UUID.randomUUID() + ".tmp");
    }

    private synchronized void lock(Path directory) throws IOException {
        if (!directories.containsKey(directory)) {
            Path file = directory.resolve(process.obtain() + LOCK_SUFFIX);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            directories.put(
                    directory,
                    new LockedDirectory(channel, isPosix(file) ? Files.getPosixFilePermissions(file) : null));
            channel.write(ByteBuffer.wrap(mark(directory)));
            try {
                channel.tryLock();
            } catch (IOException ex) {
                // Other processes must not see a file without a lock: they would take this process for a dead one.
                Files.delete(file);
                log.debug("The file system of " + directory + " has no locks", ex);
            }
        }
    }

    private static byte[] mark(Path directory) throws IOException {
        return (MARK + directory.toRealPath() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Creates a file that its owner alone can read. */
    OutputStream create(Path file) throws IOException {
        FileAttribute<?>[] attributes = isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ALONE)}
                : new FileAttribute<?>[0];
        return Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes));
    }

    /**
     * Gives a file another name, and the permissions that new files have.
     *
     * @return false if it is not possible, as in another file system
     */
    boolean rename(Path file, File target) throws IOException {
        LockedDirectory directory = directories.get(file.getParent());
        Set<PosixFilePermission> usual = (directory != null) ? directory.usualPermissions() : null;
        if (usual != null) {
            Files.setPosixFilePermissions(file, usual);
        }
        boolean renamed = file.toFile().renameTo(target);
        if (!renamed && usual != null) {
            Files.setPosixFilePermissions(file, OWNER_ALONE);
        }
        return renamed;
    }

    /** Name of a new file in the directory of another. */
    Path sibling(Path file) {
        return file.resolveSibling(".upload_" + UUID.randomUUID() + ".tmp");
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ex) {
            log.warn("Temporary file " + file + " of an upload could not be deleted", ex);
        }
    }

    /** Deletes the files of processes that no longer hold their lock. */
    void cleanUp(Path directory) {
        for (Path file : find(directory, LOCK)) {
            String name = file.getFileName().toString();
            String owner = name.substring(0, name.length() - LOCK_SUFFIX.length());
            if (!owner.equals(process.obtain()) && isOfDeadProcess(directory, file)) {
                deleteAll(directory, owner);
            }
        }
    }

    private static boolean isOfDeadProcess(Path directory, Path lockFile) {
        try (FileChannel channel = FileChannel.open(
                        lockFile, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            ByteBuffer mark = ByteBuffer.allocate(MAX_MARK);
            channel.read(mark);
            return lock != null && mark.flip().equals(ByteBuffer.wrap(mark(directory)));
        } catch (OverlappingFileLockException ex) {
            return false; // Another application in this JVM.
        } catch (IOException ex) {
            log.debug("File " + lockFile + " of uploads was left", ex);
            return false;
        }
    }

    private void deleteAll(Path directory, String owner) {
        find(directory, Pattern.compile(owner + "_" + NUMBER + "\\.tmp")).forEach(this::delete);
        delete(directory.resolve(owner + LOCK_SUFFIX));
    }

    /** Regular files whose whole name matches. */
    private static List<Path> find(Path directory, Pattern name) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(
                            file -> name.matcher(file.getFileName().toString()).matches()
                                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (IOException | UncheckedIOException ex) {
            log.debug("Files of uploads in " + directory + " were not looked for", ex);
            return List.of();
        }
    }

    @Override
    public void close() {
        directories.forEach((path, directory) -> {
            deleteAll(path, process.obtain());
            try {
                directory.lock().close();
            } catch (IOException ex) {
                log.debug("The lock of directory " + path + " of uploads could not be closed", ex);
            }
        });
        directories.clear();
    }
}
