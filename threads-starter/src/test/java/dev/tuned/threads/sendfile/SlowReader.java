/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that has asked for a file, has seen the answer begin, and reads no more until it is told to. */
final class SlowReader implements AutoCloseable {

    private static final int RECEIVE_BUFFER = 32 * 1024;

    /** Most that is read to see the head. */
    private static final int HEAD = 1024;

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket = new Socket();

    private final InputStream in;

    final String head;

    SlowReader(int port, String path) throws IOException {
        // Before it connects, so that the server's kernel takes little of the file ahead.
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        in = new BufferedInputStream(socket.getInputStream(), HEAD);
        head = readHead();
    }

    private String readHead() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    /** Reads the body up to its end, or to where the server gave up. */
    byte[] read() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[RECEIVE_BUFFER];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                body.write(buffer, 0, count);
            }
        } catch (IOException ex) {
            // Closed by a reset: what came before counts.
        }
        return body.toByteArray();
    }

    /** Goes away without a farewell. */
    void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
