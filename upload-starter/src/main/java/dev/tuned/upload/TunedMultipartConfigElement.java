/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;

/**
 * Multipart configuration whose location exists, and is private, whenever the container asks for it.
 *
 * <p>Containers ask at the start of every multipart request, whoever causes the parsing: Spring, a servlet filter that
 * reads a parameter, or code that calls {@code getPart}. So no request finds its directory missing. Safe for use by
 * many threads.
 */
public final class TunedMultipartConfigElement extends MultipartConfigElement implements AutoCloseable {

    private final UploadDirectory directory;

    /**
     * Makes the configuration and its directory.
     *
     * @param location directory to use, made if missing; null for one with a random name under {@code java.io.tmpdir}
     * @param maxFileSize bytes a part may have, -1 for no limit
     * @param maxRequestSize bytes a request may have, -1 for no limit
     * @param fileSizeThreshold bytes up to which a part stays in memory, 0 or more
     * @throws IOException if the directory cannot be made or not be written
     */
    public TunedMultipartConfigElement(
            @Nullable Path location, long maxFileSize, long maxRequestSize, int fileSizeThreshold) throws IOException {
        this(
                (location != null) ? UploadDirectory.at(location) : UploadDirectory.temporary(),
                maxFileSize,
                maxRequestSize,
                fileSizeThreshold);
    }

    private TunedMultipartConfigElement(
            UploadDirectory directory, long maxFileSize, long maxRequestSize, int fileSizeThreshold)
            throws IOException {
        super(directory.ensure().toString(), maxFileSize, maxRequestSize, fileSizeThreshold);
        this.directory = directory;
    }

    /**
     * Returns the absolute path of the directory, after making it again if something removed it.
     *
     * @throws UncheckedIOException if it is gone and cannot be made
     */
    @Override
    public String getLocation() {
        try {
            return directory.ensure().toString();
        } catch (IOException ex) {
            throw new UncheckedIOException("Upload directory is not usable: " + ex.getMessage(), ex);
        }
    }

    /** Removes the directory if this object made it and it holds nothing of anybody else. */
    @Override
    public void close() {
        directory.remove();
    }
}
