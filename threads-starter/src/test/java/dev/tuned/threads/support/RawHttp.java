/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which a test writes and reads bytes as it likes. */
public final class RawHttp implements AutoCloseable {

    public final Socket socket;

    private RawHttp(Socket socket) {
        this.socket = socket;
    }

    public static RawHttp connect(WebApp app) {
        return connect(app.context.getWebServer().getPort());
    }

    private static RawHttp connect(int port) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            return new RawHttp(socket);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The whole answer, head and body, to a request for a path spelled exactly so, on a connection of its own. */
    public static String get(WebApp app, String path) {
        return get(app.context.getWebServer().getPort(), path);
    }

    public static String get(int port, String path) {
        try (RawHttp connection = connect(port)) {
            connection.send("GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            return connection.readAll();
        }
    }

    public void send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Head of the next answer. */
    public String readHead() {
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    break;
                }
                head.append((char) next);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return head.toString();
    }

    /** All until the server closes. */
    public String readAll() {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Breaks the connection with a reset, not a close. */
    public void abort() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
