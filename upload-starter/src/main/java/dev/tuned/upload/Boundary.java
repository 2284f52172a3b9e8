/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Boundary of a multipart body: 1 to 70 of the characters that RFC 2046 allows, the last one not a space.
 *
 * @param value the boundary without the hyphens before it
 */
record Boundary(String value) {

    private static final int MAX_LENGTH = 70;

    private static final String ALLOWED = "'()+_,-./:=? ";

    Boundary {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw unusable("has " + value.length() + " characters, where 1 to " + MAX_LENGTH + " are allowed");
        }
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            boolean letterOrDigit = (character >= 'a' && character <= 'z')
                    || (character >= 'A' && character <= 'Z')
                    || (character >= '0' && character <= '9');
            if (!letterOrDigit && ALLOWED.indexOf(character) < 0) {
                throw unusable("has a character that is not allowed at index " + i);
            }
        }
        if (value.endsWith(" ")) {
            throw unusable("ends with a space");
        }
    }

    /**
     * Reads the boundary from a request's content type.
     *
     * @throws UploadException if the type is not multipart, or the boundary missing or not allowed
     */
    static Boundary of(@Nullable String contentType) {
        if (contentType == null || !isMultipart(contentType)) {
            throw new UploadException(Reason.NOT_MULTIPART, "The request is not a multipart one", null);
        }
        String boundary = HeaderParameters.parse(contentType).get("boundary");
        if (boundary == null) {
            throw unusable("is missing from the content type");
        }
        return new Boundary(boundary);
    }

    static boolean isMultipart(String contentType) {
        return contentType.toLowerCase(Locale.ROOT).startsWith("multipart/");
    }

    private static UploadException unusable(String why) {
        return new UploadException(Reason.MALFORMED, "The multipart boundary " + why, null);
    }
}
