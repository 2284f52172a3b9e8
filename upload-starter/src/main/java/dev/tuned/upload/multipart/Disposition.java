/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/**
 * The {@code Content-Disposition} of a part.
 *
 * @param name name of the field, or null
 * @param rawFileName name of the file before its escapes are resolved, empty where it has no value, null for a text field
 * @param submittedFileName name of the file; null also if it cannot be read
 */
public record Disposition(
        @Nullable String name,
        @Nullable String rawFileName,
        @Nullable String submittedFileName) {}
