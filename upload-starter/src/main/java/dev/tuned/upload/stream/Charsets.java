/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.nio.charset.Charset;

import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

import dev.tuned.upload.PartInfo;

/** Charsets of text. */
public final class Charsets {

    private Charsets() {}

    /** Charset of a part's content type, or the other one if it names none that is known. */
    static Charset charset(PartInfo part, Charset otherwise) {
        String type = part.contentType();
        try {
            Charset charset =
                    (type == null) ? null : MediaType.parseMediaType(type).getCharset();
            return (charset != null) ? charset : otherwise;
        } catch (IllegalArgumentException ex) {
            return otherwise;
        }
    }

    /** The charset of that name, or the other one if there is none. */
    public static Charset charset(@Nullable String name, Charset otherwise) {
        if (name == null) {
            return otherwise;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException ex) {
            return otherwise;
        }
    }
}
