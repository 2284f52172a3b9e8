/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

/**
 * Directory for parts that do not fit in memory.
 *
 * <p>A directory that this class made belongs to nobody else: mode 0700 where the file system knows modes, made again
 * when something removed it, removed at the end. A directory that was there before is used as it is. Safe for use by
 * many threads.
 */
final class UploadDirectory {

    private static final Log logger = LogFactory.getLog(UploadDirectory.class);

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path path;

    /** Whether the name is random, so that no other process puts files here. */
    private final boolean temporary;

    private final boolean unix;

    /** What {@link #state()} was when this class made the directory; null while it is somebody else's. */
    private volatile @Nullable Map<String, Object> made;

    private UploadDirectory(Path path, boolean temporary) {
        this.path = path;
        this.temporary = temporary;
        this.unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /** Makes a directory with a random name under {@code java.io.tmpdir}. */
    static UploadDirectory temporary() throws IOException {
        UploadDirectory directory = new UploadDirectory(Files.createTempDirectory("tuned-upload-"), true);
        directory.made = directory.state();
        return directory;
    }

    /** Uses the directory at the location, or makes it together with the parents that are missing. */
    static UploadDirectory at(Path location) throws IOException {
        UploadDirectory directory = new UploadDirectory(location.toAbsolutePath(), false);
        Path path = directory.path;
        if (Files.notExists(path)) {
            directory.make();
        } else if (!Files.isDirectory(path)) {
            throw new NotDirectoryException(path.toString());
        } else if (!Files.isWritable(path) || !Files.isExecutable(path)) {
            throw new FileSystemException(path.toString(), null, "not writable");
        }
        return directory;
    }

    /**
     * Returns the path, after making the directory again or closing it to others where that is needed.
     *
     * @throws IOException if it is gone and cannot be made, or if somebody else took its place
     */
    Path ensure() throws IOException {
        if (!intact()) {
            repair();
        }
        return path;
    }

    private boolean intact() throws IOException {
        Map<String, Object> expected = made;
        if (expected == null) {
            return Files.isDirectory(path);
        }
        try {
            return state().equals(expected);
        } catch (NoSuchFileException ex) {
            return false;
        }
    }

    private synchronized void repair() throws IOException {
        if (Files.notExists(path, NOFOLLOW_LINKS)) {
            make();
            logger.warn("Upload directory " + path + " was removed by somebody else; made it again");
        } else if (unix && ours(made)) {
            // The container itself makes a directory that vanishes in the middle of an upload, and leaves it open.
            Files.setPosixFilePermissions(path, OWNER_ONLY);
            made = state();
        } else if (!intact()) {
            throw new FileSystemException(path.toString(), null, "somebody else took the place of this directory");
        }
    }

    private void make() throws IOException {
        FileAttribute<?>[] attributes = unix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        Files.createDirectories(path, attributes);
        made = state();
    }

    /** Type, mode and owner in one system call, without the look-up of the owner's name. */
    private Map<String, Object> state() throws IOException {
        return Files.readAttributes(path, unix ? "unix:mode,uid" : "isDirectory", NOFOLLOW_LINKS);
    }

    private boolean ours(@Nullable Map<String, Object> expected) throws IOException {
        return expected != null
                && Files.isDirectory(path, NOFOLLOW_LINKS)
                && Objects.equals(expected.get("uid"), state().get("uid"));
    }

    /** Removes the directory if this class made it; what others put there stays, and the directory with it. */
    void remove() {
        try {
            if (!ours(made)) {
                return;
            }
            if (temporary) {
                removeLeftovers();
            }
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException ex) {
            logger.warn("Upload directory " + path + " stays because it holds files");
        } catch (IOException ex) {
            logger.warn("Upload directory " + path + " could not be removed", ex);
        }
    }

    /** Removes what the container left of uploads that the end of the application interrupted. */
    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(path, "upload_*.tmp")) {
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }
}
