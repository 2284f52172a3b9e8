/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Directory for large parts, as Tomcat finds it: its own temporary one, or that of the multipart configuration, which is below the
 * temporary one if it is relative, and created if it is missing.
 *
 * @param file the directory
 */
record UploadDirectory(File file) {

    private static final Log log = LogFactory.getLog(UploadDirectory.class);

    static UploadDirectory of(MultipartConfigElement config, ServletContext context) {
        File temporary = (File) context.getAttribute(ServletContext.TEMPDIR);
        @Nullable String location = config.getLocation();
        File file = temporary;
        if (location != null && !location.isEmpty()) {
            File configured = new File(location);
            file = configured.isAbsolute() ? configured : new File(temporary, location).getAbsoluteFile();
        }
        return new UploadDirectory(file);
    }

    /** Whether a file in the directory becomes the other one by a new name alone: where it would be copied, it stays. */
    boolean isOnTheFileSystemOf(File other) throws IOException {
        return device(file).equals(device(other.getAbsoluteFile().getParentFile()));
    }

    /** The number of the device where there is one: looking for the file store costs more than a small upload. */
    private static Object device(File file) throws IOException {
        Path path = file.toPath();
        boolean unix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
        return unix ? Files.getAttribute(path, "unix:dev") : Files.getFileStore(path);
    }

    /** Creates the directory if it is missing. */
    Path ensure() throws IOException {
        if (!file.isDirectory()) {
            log.warn("Creating the directory " + file + " for uploads");
            Files.createDirectories(file.toPath());
        }
        return file.toPath();
    }
}
