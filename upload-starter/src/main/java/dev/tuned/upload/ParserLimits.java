/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/**
 * Bounds of one multipart body.
 *
 * @param maxFileSize bytes of a part with a file name
 * @param maxFieldSize bytes of a part without
 * @param maxRequestSize bytes of the whole body
 * @param maxParts parts in a body
 * @param maxPartHeaderSize bytes of one part's headers
 * @param maxTotalHeaderSize bytes of all parts' headers
 */
public record ParserLimits(
        Limit maxFileSize,
        Limit maxFieldSize,
        Limit maxRequestSize,
        Limit maxParts,
        Limit maxPartHeaderSize,
        Limit maxTotalHeaderSize) {

    /** These bounds with another size of files and of the whole body. */
    ParserLimits withSizes(Limit fileSize, Limit requestSize) {
        return new ParserLimits(fileSize, maxFieldSize, requestSize, maxParts, maxPartHeaderSize, maxTotalHeaderSize);
    }
}
