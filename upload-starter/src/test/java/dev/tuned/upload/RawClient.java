/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A client that sends and reads what and when it is told, as no library does. */
public final class RawClient implements AutoCloseable {

    private final Socket socket;

    public RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(300_000);
    }

    /** Sends the head of a multipart request. */
    public RawClient head(String path, String... headers) throws IOException {
        StringBuilder head = new StringBuilder(
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + FormData.CONTENT_TYPE + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return send(head.append("\r\n").toString().getBytes(UTF_8));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends a chunk of a body; without bytes it is the last. */
    public RawClient chunk(byte[] bytes) throws IOException {
        send((Integer.toHexString(bytes.length) + "\r\n").getBytes(UTF_8));
        return send(bytes).send("\r\n".getBytes(UTF_8));
    }

    /** Sends nothing more, and still reads. */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Everything until the server closes the connection. */
    public String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }

    /** What comes until that text; or until the end, if it does not come. */
    public String readUntil(String end) throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        int next;
        while ((next = in.read()) >= 0) {
            read.write(next);
            if (next == end.charAt(end.length() - 1) && read.toString(UTF_8).endsWith(end)) {
                break;
            }
        }
        return read.toString(UTF_8);
    }

    /** Goes away as a crashed client does. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
