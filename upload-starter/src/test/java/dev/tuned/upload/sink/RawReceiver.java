/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Receiver of one connection that does with it what no decent server does. */
final class RawReceiver<T> implements AutoCloseable {

    private static final int SMALL_WINDOW = 64 << 10;

    /** What the behaviour returned. */
    final CompletableFuture<T> result = new CompletableFuture<>();

    private final ServerSocket server = new ServerSocket();

    /** Behaves so as soon as the headers of a request are read. */
    RawReceiver(Behaviour<T> behaviour) throws IOException {
        server.setReceiveBufferSize(SMALL_WINDOW);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(() -> serve(behaviour), "raw-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/part");
    }

    static void answer(Socket socket, String statusLine) throws IOException {
        socket.getOutputStream()
                .write(("HTTP/1.1 " + statusLine + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                        .getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private void serve(Behaviour<T> behaviour) {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("no whole request");
                }
                head.append((char) next);
            }
            result.complete(behaviour.behave(socket));
        } catch (IOException ex) {
            result.completeExceptionally(ex);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    interface Behaviour<T> {

        /** The connection is closed afterwards. */
        T behave(Socket socket) throws IOException;
    }
}
