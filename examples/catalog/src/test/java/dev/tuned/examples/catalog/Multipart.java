/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a multipart body part by part. */
final class Multipart {

    private static final String BOUNDARY = "----catalogue-test-boundary";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Multipart field(String name, String value) {
        return part("form-data; name=\"" + name + "\"", value.getBytes(StandardCharsets.UTF_8));
    }

    Multipart file(String name, String fileName, byte[] content) {
        return part("form-data; name=\"" + name + "\"; filename=\"" + fileName + "\"", content);
    }

    Multipart part(String disposition, byte[] content) {
        return raw("--" + BOUNDARY + "\r\nContent-Disposition: " + disposition + "\r\n\r\n")
                .raw(content)
                .raw("\r\n");
    }

    Multipart raw(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    Multipart raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    Multipart end() {
        return raw("--" + BOUNDARY + "--\r\n");
    }

    String contentType() {
        return "multipart/form-data; boundary=" + BOUNDARY;
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
