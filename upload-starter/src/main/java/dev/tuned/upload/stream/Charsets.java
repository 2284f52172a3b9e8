/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.nio.charset.Charset;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

import dev.tuned.upload.PartInfo;

/** Charsets of text. */
public final class Charsets {

    private Charsets() {}

    /** Charset of a part's content type, or the other one if it names no known charset. */
    static Charset charset(PartInfo part, Charset otherwise) {
        try {
            return Optional.ofNullable(part.contentType())
                    .map(MediaType::parseMediaType)
                    .map(MediaType::getCharset)
                    .orElse(otherwise);
        } catch (IllegalArgumentException ex) {
            return otherwise;
        }
    }

    /** The charset of that name, or the other one if there is none. */
    public static Charset charset(@Nullable String name, Charset otherwise) {
        try {
            return (name == null) ? otherwise : Charset.forName(name);
        } catch (IllegalArgumentException ex) {
            return otherwise;
        }
    }
}
