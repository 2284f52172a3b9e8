/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds the body of a {@code multipart/form-data} request. */
final class Multipart {

    private static final String BOUNDARY = "----before-after-7d93b2a1c05e4f68";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static String contentType() {
        return "multipart/form-data; boundary=" + BOUNDARY;
    }

    Multipart field(String name, String value) {
        text("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    Multipart file(String name, String fileName, byte[] content) {
        text("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        out.writeBytes(content);
        text("\r\n");
        return this;
    }

    byte[] end() {
        text("--" + BOUNDARY + "--\r\n");
        return out.toByteArray();
    }

    private void text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
