/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.Socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** HTTP by hand: sends as much of a request as a test wants, and reads what comes until the server closes. */
final class RawUpload implements AutoCloseable {

    private final Socket socket;

    RawUpload(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(300_000);
    }

    RawUpload post(String path, long length, String... headers) throws IOException {
        StringBuilder head =
                new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        head.append("Content-Type: " + FormData.CONTENT_TYPE + "\r\nContent-Length: " + length + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return send(head.append("\r\n").toString().getBytes(ISO_8859_1));
    }

    RawUpload send(byte[] bytes) throws IOException {
        return send(bytes, bytes.length);
    }

    RawUpload send(byte[] bytes, int length) throws IOException {
        socket.getOutputStream().write(bytes, 0, length);
        socket.getOutputStream().flush();
        return this;
    }

    String answer() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
