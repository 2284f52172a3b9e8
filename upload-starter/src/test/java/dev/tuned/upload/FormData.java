/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Body of a {@code multipart/form-data} request. */
public final class FormData {

    public static final String BOUNDARY = "----tuned7MA4YWxkTrZu0gW";

    public static final String CONTENT_TYPE = "multipart/form-data; boundary=" + BOUNDARY;

    private static final String DELIMITER = "--" + BOUNDARY;

    private static final int OFFSETS = 1021;

    private static final byte[] RANDOM = random();

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    public FormData field(String name, String value) {
        write(DELIMITER + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    public FormData file(String name, String fileName, byte[] content) {
        write(DELIMITER + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/octet-stream\r\nX-Part: one\r\n\r\n");
        body.writeBytes(content);
        write("\r\n");
        return this;
    }

    public byte[] bytes() {
        write(DELIMITER + "--\r\n");
        return body.toByteArray();
    }

    /** The same bytes for the same size, and others for most others; at most eight megabytes. */
    public static byte[] random(int size) {
        int from = size % OFFSETS;
        return Arrays.copyOfRange(RANDOM, from, from + Objects.checkIndex(size, RANDOM.length - OFFSETS));
    }

    private static byte[] random() {
        byte[] bytes = new byte[(8 << 20) + OFFSETS + 1];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private void write(String text) {
        body.writeBytes(text.getBytes(UTF_8));
    }
}
