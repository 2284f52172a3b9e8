/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;

/** Content type to pass on: the client wrote the part's, so that it may hold anything, also what ends a header. */
final class ContentTypes {

    private static final int MAX_LENGTH = 255;

    private ContentTypes() {}

    static String of(PartInfo part) {
        String type = part.contentType();
        return isHarmless(type) ? type : "application/octet-stream";
    }

    @org.springframework.lang.Contract("null -> false")
    private static boolean isHarmless(@Nullable String type) {
        return type != null
                && !type.isEmpty()
                && type.length() <= MAX_LENGTH
                && type.chars().allMatch(character -> character >= ' ' && character < 0x7F);
    }
}
