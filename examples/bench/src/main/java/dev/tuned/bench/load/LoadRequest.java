/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A request as bytes, which are built once and sent many times, with the expected response.
 *
 * @param bytes the bytes to send
 * @param expectation the expected response
 * @param head whether the response has no body, whatever its headers say, as that to a HEAD
 */
public record LoadRequest(ByteBuffer bytes, Expectation expectation, boolean head) {

    /** From this size on a direct buffer saves a copy per write. */
    private static final int DIRECT_FROM = 8192;

    /** A GET of a path. */
    public static LoadRequest get(String path, Expectation expectation) {
        return of("GET", path, "127.0.0.1", Map.of(), new byte[0], expectation);
    }

    /** A POST of a body to a path. */
    public static LoadRequest post(String path, String contentType, byte[] body, Expectation expectation) {
        return of("POST", path, "127.0.0.1", Map.of("Content-Type", contentType), body, expectation);
    }

    /** Any request; host and, with a body, its length are added to the headers. */
    public static LoadRequest of(
            String method,
            String target,
            String host,
            Map<String, String> headers,
            byte[] body,
            Expectation expectation) {
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        if (body.length > 0 || method.equals("POST") || method.equals("PUT") || method.equals("PATCH")) {
            text.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] head = text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        int size = head.length + body.length;
        ByteBuffer bytes = size < DIRECT_FROM ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
        return new LoadRequest(bytes.put(head).put(body).flip(), expectation, method.equals("HEAD"));
    }

    /** The bytes to send, with a position of their own. */
    @Override
    public ByteBuffer bytes() {
        return bytes.duplicate();
    }
}
