/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Files for parts that do not stay in memory: names nobody can guess, readable by this process's user only. Safe for use by
 * many threads.
 */
final class TemporaryFiles {

    private static final Log logger = LogFactory.getLog(TemporaryFiles.class);

    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** Makes sure that a directory exists. */
    interface Directory {
        Path ensure() throws IOException;
    }

    private final Directory directory;

    private final SecureRandom random = new SecureRandom();

    /** Permissions of a file for which none are asked. */
    private volatile @Nullable Set<PosixFilePermission> usual;

    /** Uses a directory. */
    TemporaryFiles(Directory directory) {
        this.directory = directory;
    }

    /** The directory, which exists. */
    Path directory() throws IOException {
        return directory.ensure();
    }

    /** A new name in a directory. {@link UploadDirectory} removes what has such a name and was left. */
    Path name(Path in) {
        return in.resolve("upload_" + HexFormat.of().toHexDigits(random.nextLong())
                + HexFormat.of().toHexDigits(random.nextLong()) + ".tmp");
    }

    /** Makes a file, which must not exist, and opens it for writing. */
    FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, NEW, attributes(file, OWNER_ONLY));
    }

    /** Writes content to a file of the application. */
    void write(byte[][] segments, long size, Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target)) {
            new SegmentInputStream(segments, size).transferTo(out);
        }
    }

    void copy(Path file, Path target) throws IOException {
        if (!(Files.exists(target) && Files.isSameFile(file, target))) {
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Makes a temporary file one of the application, with the permissions that a new file of the application has. */
    void move(Path file, Path target) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, usualPermissions());
        }
        Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ex) {
            logger.warn("Temporary file " + file + " of an upload could not be deleted", ex);
        }
    }

    /** Java does not tell the process's mask; a file does. */
    private Set<PosixFilePermission> usualPermissions() throws IOException {
        Set<PosixFilePermission> permissions = usual;
        if (permissions == null) {
            Path probe = name(directory());
            Files.createFile(probe);
            try {
                permissions = EnumSet.copyOf(Files.getPosixFilePermissions(probe));
            } finally {
                Files.delete(probe);
            }
            usual = permissions;
        }
        return permissions;
    }

    private static FileAttribute<?>[] attributes(Path file, Set<PosixFilePermission> permissions) {
        return isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
