/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import dev.tuned.upload.PartInfo;

/** Content type to pass on. The part's own was written by the client and may hold anything, also a line break. */
final class ContentTypes {

    private static final int MAX_LENGTH = 255;

    private ContentTypes() {}

    static String of(PartInfo part) {
        String type = part.contentType();
        return (type != null && type.length() <= MAX_LENGTH && type.matches("[ -~]+"))
                ? type
                : "application/octet-stream";
    }
}
