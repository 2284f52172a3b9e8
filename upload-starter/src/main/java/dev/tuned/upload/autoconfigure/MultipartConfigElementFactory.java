/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.util.StringUtils;

import dev.tuned.upload.TunedMultipartConfigElement;

/** Combines our limits, threshold and directory with Boot's, which win where the application sets them. */
final class MultipartConfigElementFactory {

    private final UploadProperties properties;

    private final MultipartConfigElement boot;

    private final ExplicitSettings explicit;

    MultipartConfigElementFactory(
            UploadProperties properties, MultipartProperties multipart, ExplicitSettings explicit) {
        this.properties = properties;
        this.boot = multipart.createMultipartConfig();
        this.explicit = explicit;
    }

    /** Whether the application made it, and not this class. */
    static boolean isOwn(MultipartConfigElement config) {
        return !(config instanceof TunedMultipartConfigElement) && !(config instanceof AtExplicitLocation);
    }

    MultipartConfigElement create() {
        int threshold = explicit.threshold()
                ? boot.getFileSizeThreshold()
                : Math.toIntExact(properties.threshold().toBytes());
        UploadSettingsFactory limits = new UploadSettingsFactory(properties, explicit);
        long maxFileSize = limits.maxFileSize().value();
        long maxRequestSize = limits.maxRequestSize().value();
        if (explicit.location()) {
            return new AtExplicitLocation(boot.getLocation(), maxFileSize, maxRequestSize, threshold);
        }
        try {
            return new TunedMultipartConfigElement(location(), maxFileSize, maxRequestSize, threshold);
        } catch (IOException | InvalidPathException ex) {
            throw unusable(ex);
        }
    }

    private @Nullable Path location() {
        String location = properties.location();
        if (!StringUtils.hasText(location)) {
            return null;
        }
        // No shell sees this value, and nobody wants a directory named "~".
        boolean inHome = location.equals("~") || location.startsWith("~/");
        return inHome ? Path.of(System.getProperty("user.home") + location.substring(1)) : Path.of(location);
    }

    private InvalidUploadConfigurationException unusable(Exception cause) {
        String reason = "it cannot be used as a directory (" + cause.getClass().getSimpleName() + ": "
                + cause.getMessage() + ")";
        String action = "Set " + UploadProperties.LOCATION + " to a directory that this process can make or write.";
        String location = properties.location();
        return StringUtils.hasText(location)
                ? new InvalidUploadConfigurationException(UploadProperties.LOCATION, location, reason, action)
                : new InvalidUploadConfigurationException(
                        "java.io.tmpdir", System.getProperty("java.io.tmpdir"), reason, action);
    }

    /** With the directory of Boot's property, which is the container's to make. */
    private static final class AtExplicitLocation extends MultipartConfigElement {

        AtExplicitLocation(String location, long maxFileSize, long maxRequestSize, int threshold) {
            super(location, maxFileSize, maxRequestSize, threshold);
        }
    }
}
