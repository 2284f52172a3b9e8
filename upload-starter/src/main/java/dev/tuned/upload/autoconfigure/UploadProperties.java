/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the upload starter.
 *
 * @param enabled Whether to enable the starter.
 * @param threshold Size up to which a part of an upload stays in memory. Larger parts go to a file.
 * @param location Directory for parts above the threshold. A private one under java.io.tmpdir if not set.
 */
@ConfigurationProperties("tuned.upload")
public record UploadProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1MB") DataSize threshold,
        @Nullable String location) {

    static final String THRESHOLD = "tuned.upload.threshold";

    static final String LOCATION = "tuned.upload.location";

    /**
     * Checks the bounds.
     *
     * @throws InvalidUploadConfigurationException if the threshold is negative or above what the Servlet API can hold
     */
    public UploadProperties {
        if (threshold.isNegative()) {
            throw new InvalidUploadConfigurationException(
                    THRESHOLD,
                    threshold.toString(),
                    "a size cannot be negative",
                    "Write 0 to send every part to a file, or a size such as 1MB.");
        }
        if (threshold.toBytes() > Integer.MAX_VALUE) {
            throw new InvalidUploadConfigurationException(
                    THRESHOLD,
                    threshold.toString(),
                    "the Servlet API holds this size in an int, so it ends at " + Integer.MAX_VALUE + " bytes",
                    "Write a size below 2GB. Each part of that size occupies as much heap, so it should be far below.");
        }
    }
}
