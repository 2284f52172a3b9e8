/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Refuses values that cannot work, for the properties below one prefix. */
record PropertyCheck(String prefix) {

    private static final String SIZE = "a size cannot be negative";

    private static final String TIME = "a time cannot be negative";

    private static final String CURE = "Write -1 for no limit, or ";

    void threshold(DataSize value) {
        notNegative("threshold", value, "Write 0 to send every file to the disk, or a size such as 1MB.");
        if (value.toBytes() > Integer.MAX_VALUE) {
            throw invalid(
                    "threshold",
                    value,
                    "the Servlet API holds this size in an int, so it ends at " + Integer.MAX_VALUE + " bytes",
                    "Write a size below 2GB. Each file of that size occupies as much heap, so it should be far below.");
        }
    }

    void limit(String name, DataSize value, long least) {
        if (value.toBytes() < least && value.toBytes() != -1) {
            String reason = value.isNegative() ? SIZE : "no upload has fewer than " + least + " bytes there";
            throw invalid(name, value, reason, CURE + "a size such as 1MB.");
        }
    }

    void limit(String name, int value) {
        if (value < 1 && value != -1) {
            throw invalid(name, value, "no upload has fewer than 1", CURE + "a number such as 50.");
        }
    }

    void between(String name, @Nullable DataSize value, DataSize least, DataSize most) {
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(most) > 0)) {
            String bounds = least.toKilobytes() + "KB to " + most.toMegabytes() + "MB";
            throw invalid(
                    name, value, "a buffer outside " + bounds + " gains nothing", "Write a size of " + bounds + ".");
        }
    }

    void notNegative(String name, @Nullable DataSize value, String action) {
        if (value != null && value.isNegative()) {
            throw invalid(name, value, SIZE, action);
        }
    }

    void notNegative(String name, Duration value, String action) {
        if (value.isNegative()) {
            throw invalid(name, value, TIME, action);
        }
    }

    void positive(String name, @Nullable Duration value, String action) {
        if (value != null && (value.isNegative() || value.isZero())) {
            throw invalid(name, value, "no client is that fast", action);
        }
    }

    private InvalidUploadConfigurationException invalid(String name, Object value, String reason, String action) {
        return new InvalidUploadConfigurationException(prefix + name, value.toString(), reason, action);
    }
}
