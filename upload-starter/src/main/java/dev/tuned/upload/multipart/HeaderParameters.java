/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/** Reads the headers of parts that have parameters, such as {@code form-data; name="a"; filename=b.txt}. Safe for use by many threads. */
public interface HeaderParameters {

    /** What a {@code Content-Disposition} says; nothing if it is null or of another kind. */
    Disposition disposition(@Nullable String header);

    /**
     * Looks for characters that no file name has.
     *
     * @throws BodyException if there are any
     */
    void checkFileName(String fileName) throws BodyException;

    /**
     * Boundary of a multipart within another one.
     *
     * @param length of the other one's boundary
     * @throws BodyException if it has none, or one of another length
     */
    byte[] nestedBoundary(String contentType, int length) throws BodyException;
}
