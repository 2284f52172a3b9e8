/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A server whose every byte the test decides. */
public final class ScriptedServer implements AutoCloseable {

    /** Handles a connection; {@code number} counts connections from 1. */
    public interface Script {

        void handle(int number, Peer peer) throws IOException;
    }

    private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final Thread acceptor;
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();

    public ScriptedServer(Script script) throws IOException {
        acceptor = new Thread(() -> accept(script), "scripted-server");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket accepted = socket.accept();
                int number = connections.incrementAndGet();
                Thread thread = new Thread(
                        () -> {
                            try (accepted) {
                                script.handle(number, new Peer(accepted, requests));
                            } catch (IOException ex) {
                                // The client went away.
                            }
                        },
                        "scripted-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException ex) {
            // Closed.
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }

    /**
     * Also waits for the acceptor: the kernel keeps a socket listening for as long as a thread is inside an accept on
     * it.
     */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            acceptor.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** One connection as the server sees it. */
    public static final class Peer {

        private final InputStream in;
        private final OutputStream out;
        private final AtomicInteger requests;

        private Peer(Socket socket, AtomicInteger requests) throws IOException {
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            this.requests = requests;
        }

        /** Reads a request without a body; false at the end of the connection. */
        public boolean readRequest() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            requests.incrementAndGet();
            return true;
        }

        public void readBytes(int count) throws IOException {
            in.skipNBytes(count);
        }

        public void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        public void answer(String body) throws IOException {
            write("HTTP/1.1 200 \r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        }
    }
}
