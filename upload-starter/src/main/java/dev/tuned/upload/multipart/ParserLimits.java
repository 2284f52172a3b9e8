/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/**
 * All bounds of one multipart body, of whatever origin.
 *
 * @param maxPartSize bytes of a part
 * @param maxRequestSize bytes of the whole body
 * @param maxTextSize bytes of all parts without a file name together
 * @param maxParts parts in a body
 * @param maxFiles parts with a file name
 * @param maxFields parts without a file name
 * @param maxPartHeaderSize bytes of one part's headers
 */
public record ParserLimits(
        Limit maxPartSize,
        Limit maxRequestSize,
        Limit maxTextSize,
        Limit maxParts,
        Limit maxFiles,
        Limit maxFields,
        Limit maxPartHeaderSize) {

    /** The same bounds with other sizes of a part and of the whole body, where these are not null. */
    public ParserLimits withSizes(@Nullable Limit partSize, @Nullable Limit requestSize) {
        return new ParserLimits(
                (partSize != null) ? partSize : maxPartSize,
                (requestSize != null) ? requestSize : maxRequestSize,
                maxTextSize,
                maxParts,
                maxFiles,
                maxFields,
                maxPartHeaderSize);
    }
}
