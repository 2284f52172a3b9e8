/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds the body of a {@code multipart/form-data} request. */
public final class Multipart {

    private static final String BOUNDARY = "----before-after-7d93b2a1c05e4f68";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The value of the header Content-Type. */
    public static String contentType() {
        return "multipart/form-data; boundary=" + BOUNDARY;
    }

    /** Adds a text field. */
    public Multipart field(String name, String value) {
        text("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    /** Adds a file. */
    public Multipart file(String name, String fileName, byte[] content) {
        text("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        out.writeBytes(content);
        text("\r\n");
        return this;
    }

    /** The whole body. */
    public byte[] end() {
        text("--" + BOUNDARY + "--\r\n");
        return out.toByteArray();
    }

    private void text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
