/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/** Content of a part as text. */
final class PartText {

    private PartText() {}

    /** Reads a part into memory, at most so much. */
    static byte[] read(UploadPart part, Limit limit) throws IOException {
        byte[] bytes = new byte[0];
        int length = 0;
        while (part.nextSlice()) {
            if (limit.isPassedBy(part.size())) {
                throw new UploadLimitException(
                        Reason.FIELD_TOO_LARGE, "Bytes of part '" + part.name() + "' as text", limit, part.size());
            }
            int needed = Math.addExact(length, part.length());
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(
                        bytes, (length == 0) ? needed : (int) Math.min(2L * needed, Integer.MAX_VALUE - 8));
            }
            System.arraycopy(part.array(), part.offset(), bytes, length, part.length());
            length = needed;
        }
        return (length == bytes.length) ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Charset of a part's content type, or the other one if it names none that is known. */
    static Charset charset(PartInfo part, Charset otherwise) {
        String type = part.contentType();
        return charset((type == null) ? null : HeaderParameters.parse(type).get("charset"), otherwise);
    }

    /** The charset of that name, or the other one if there is none. */
    static Charset charset(@Nullable String name, Charset otherwise) {
        if (name == null) {
            return otherwise;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
            return otherwise;
        }
    }
}
