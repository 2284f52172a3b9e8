/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way to a Redis or a Couchbase, on the loopback address: it can be slow, say nothing, or not exist. Thread-safe. */
public final class StoreProxy implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final int target;
    private final int port;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket server;
    private volatile Duration delay = Duration.ZERO;
    private volatile Duration delayOfSubscriptions = Duration.ZERO;
    private volatile boolean silent;

    public StoreProxy(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, LOOPBACK);
            port = server.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        listen(server);
    }

    public int port() {
        return port;
    }

    /** Of the way to a Redis, as the application's properties need it. */
    public String property() {
        return "spring.data.redis.port=" + port;
    }

    /** Holds back each part of an answer for so long. */
    public void slow(Duration delay) {
        this.delay = delay;
    }

    /** The same for connections that subscribed to something: notifications arrive late. */
    public void slowSubscriptions(Duration delay) {
        delayOfSubscriptions = delay;
    }

    /** What is sent on any connection, also on those that are opened now, vanishes; nothing is closed. */
    public void beSilent() {
        silent = true;
        connections.forEach(Connection::lose);
    }

    /** New connections work again; those that were silent are closed. */
    public void speak() {
        silent = false;
        connections.stream().filter(connection -> connection.lost).forEach(Connection::end);
    }

    /** What is sent on the connections vanishes that subscribed to something; nothing is closed. */
    public int loseSubscriptions() {
        int count = 0;
        for (Connection connection : connections) {
            if (connection.subscribed) {
                connection.lose();
                count++;
            }
        }
        return count;
    }

    /** Closes all connections, and refuses further ones. */
    public void refuse() {
        try {
            server.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        connections.forEach(Connection::end);
    }

    /** Accepts connections again. */
    public void accept() {
        try {
            ServerSocket again = new ServerSocket();
            again.setReuseAddress(true);
            again.bind(new InetSocketAddress(LOOPBACK, port));
            server = again;
            listen(again);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void listen(ServerSocket of) {
        begin("accept", () -> {
            while (!of.isClosed()) {
                Socket client = of.accept();
                connect(client);
            }
        });
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(LOOPBACK, target);
        } catch (ConnectException ex) {
            // There is nobody: the client finds a connection that was closed.
            client.close();
            return;
        }
        Connection connection = new Connection(client, server);
        connections.add(connection);
        if (silent) {
            connection.lose();
        }
        connection.begin();
    }

    @Override
    public void close() {
        refuse();
    }

    private interface Task {

        void run() throws IOException;
    }

    private static void begin(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException ex) {
                        // The connection or the server was closed: so it ends here.
                        return;
                    }
                },
                "store-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** A client's connection and its own to the store. */
    private final class Connection {

        private final Socket client;
        private final Socket server;
        private volatile boolean subscribed;
        private volatile boolean lost;

        Connection(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void begin() {
            StoreProxy.begin("requests", () -> pump(client, server, false));
            StoreProxy.begin("answers", () -> pump(server, client, true));
        }

        private void pump(Socket from, Socket to, boolean answers) throws IOException {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    if (lost) {
                        continue;
                    }
                    if (!answers && new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains("SUBSCRIBE")) {
                        subscribed = true;
                    }
                    if (answers) {
                        sleep(subscribed ? delay.plus(delayOfSubscriptions) : delay);
                    }
                    if (!lost) {
                        out.write(buffer, 0, length);
                        out.flush();
                    }
                }
            } finally {
                end();
            }
        }

        private void sleep(Duration time) throws IOException {
            try {
                Thread.sleep(time.toMillis());
            } catch (InterruptedException ex) {
                throw new IOException(ex);
            }
        }

        void lose() {
            lost = true;
        }

        void end() {
            connections.remove(this);
            try (client;
                    server) {
                lost = true;
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
