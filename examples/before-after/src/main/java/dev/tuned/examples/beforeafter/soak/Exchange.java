/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One request on a connection of its own, so that no answer is lost because a service closes an idle one.
 *
 * @param status the answer's status
 * @param body the answer's body as it came
 */
record Exchange(int status, String body) {

    private static final int TIMEOUT_MILLIS = 60_000;

    /**
     * Sends a request and reads its answer.
     *
     * @throws IOException if there is none within a minute, or not a whole one
     */
    static Exchange of(InetSocketAddress address, byte[] head, byte[] body) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            try {
                socket.getOutputStream().write(head);
                socket.getOutputStream().write(body);
            } catch (IOException ex) {
                // The answer may have come before all was sent.
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return parse(answer.toString(StandardCharsets.ISO_8859_1));
        }
    }

    static byte[] head(String method, String path, String headers, int length) {
        return (method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers
                        + (length < 0 ? "" : "Content-Length: " + length + "\r\n") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Exchange parse(String answer) throws IOException {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0 || !answer.startsWith("HTTP/1.1 ")) {
            throw new IOException(
                    answer.isEmpty() ? "closed without an answer" : "closed within the head of an answer");
        }
        String head = answer.substring(0, end).toLowerCase(Locale.ROOT);
        String body = answer.substring(end + 4);
        int length = head.indexOf("\r\ncontent-length: ");
        if (length >= 0) {
            String number = head.substring(length + 18).split("\r\n", 2)[0].strip();
            if (body.length() != Integer.parseInt(number)) {
                throw new IOException("closed after " + body.length() + " of " + number + " bytes");
            }
        } else if (head.contains("\r\ntransfer-encoding: chunked") && !body.endsWith("0\r\n\r\n")) {
            throw new IOException("closed before the last chunk");
        }
        return new Exchange(Integer.parseInt(answer.substring(9, 12)), body);
    }
}
