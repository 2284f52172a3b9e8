/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Secrets;

/**
 * A request of a file.
 *
 * @param place where it stands, such as {@code shop.http:7}
 * @param method the HTTP method in capitals
 * @param target the path with its query, such as {@code /products/1?full=true}
 * @param headers the headers in their order, without those that say how the body is sent and who is asked
 * @param body the body; empty for none
 * @param weight how often it is sent in relation to the others, at least 1
 * @param expectedStatus the status that its answer has to have, or {@code null} for that of the first answer
 */
public record FileRequest(
        String place,
        String method,
        String target,
        Map<String, String> headers,
        Body body,
        int weight,
        @Nullable Integer expectedStatus) {

    /** Such as {@code GET /products/1}, without the value of what is named like a password. */
    public String name() {
        return Secrets.concealed(method + " " + target);
    }

    /** The bytes of a body. */
    public static final class Body {

        private final byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The bytes, a copy. */
        public byte[] bytes() {
            return bytes.clone();
        }
    }
}
