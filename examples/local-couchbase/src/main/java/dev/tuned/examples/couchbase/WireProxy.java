/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * The wire between a client and a Couchbase on this machine: it can delay answers, can be cut, and counts commands. It
 * puts its own port into cluster configurations, so that clients keep to the wire. {@link #down}, {@link #up} and
 * {@link #close} are for one thread, everything else is thread-safe.
 */
public final class WireProxy implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final ExecutorService threads = Executors.newCachedThreadPool(WireProxy::daemon);
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor(WireProxy::daemon);
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final LongAdder commands = new LongAdder();
    private final LongAdder products = new LongAdder();
    private final int target;
    private final int port;
    private volatile long delayNanos;
    private @Nullable ServerSocket listener;
    private Future<?> accepting = CompletableFuture.completedFuture(null);

    /** Bound, and not listening: connections are refused, and no other process gets the port. */
    private @Nullable Socket placeholder;

    private WireProxy(int port, int target) throws IOException {
        this.target = target;
        ServerSocket bound = listen(port);
        this.port = bound.getLocalPort();
        accept(bound);
    }

    /**
     * Opens the wire.
     *
     * @param port the port to listen on, or 0 for a free one
     * @param target the port of the Couchbase
     * @throws IOException when the port cannot be opened
     */
    public static WireProxy open(int port, int target) throws IOException {
        return new WireProxy(port, target);
    }

    /** The port that clients connect to. */
    public int port() {
        return port;
    }

    /** Delays every answer from now on by this time. Answers do not wait for each other. */
    public void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /** The connection string for a client. */
    public String connectionString() {
        return "couchbase://127.0.0.1:" + port;
    }

    /** Commands on documents since the wire was opened. Handshakes, configurations and keep-alives do not count. */
    public long commands() {
        return commands.sum();
    }

    /** The number of commands on products. */
    public long productCommands() {
        return products.sum();
    }

    /** Resets every connection and refuses new ones. */
    public void down() throws IOException {
        ServerSocket open = listener;
        if (open == null) {
            return;
        }
        listener = null;
        open.close();
        // The kernel keeps a socket listening for as long as a thread is inside an accept on it.
        awaitAcceptor();
        Socket unheard = new Socket();
        placeholder = unheard;
        unheard.setReuseAddress(true);
        unheard.bind(new InetSocketAddress(LOOPBACK, port));
        sockets.forEach(WireProxy::reset);
    }

    private void awaitAcceptor() throws IOException {
        try {
            accepting.get();
        } catch (ExecutionException ex) {
            throw new IOException("The acceptor failed", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException("The acceptor did not end", ex);
        }
    }

    /** Accepts connections again. */
    public void up() throws IOException {
        if (placeholder != null) {
            placeholder.close();
            placeholder = null;
            accept(listen(port));
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(LOOPBACK, port));
        return server;
    }

    private void accept(ServerSocket server) {
        listener = server;
        accepting = threads.submit(() -> {
            while (!server.isClosed()) {
                try {
                    connect(server.accept());
                } catch (IOException ex) {
                    // Closed; or the Couchbase is gone, which the client finds out by itself.
                }
            }
        });
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        Socket server = new Socket();
        sockets.add(server);
        try {
            server.connect(new InetSocketAddress(LOOPBACK, target));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException ex) {
            end(client, server);
            throw ex;
        }
        threads.execute(() -> pump(client, server, this::requests));
        threads.execute(() -> pump(server, client, this::answers));
    }

    private interface Copy {
        void run(BufferedInputStream in, OutputStream out) throws IOException;
    }

    private void pump(Socket from, Socket to, Copy copy) {
        try {
            copy.run(new BufferedInputStream(from.getInputStream()), new BufferedOutputStream(to.getOutputStream()));
        } catch (IOException ex) {
            // The connection is over.
        } finally {
            end(from, to);
        }
    }

    private void requests(BufferedInputStream in, OutputStream out) throws IOException {
        while (true) {
            Frame request = Frame.read(in);
            count(request);
            request.write(out);
            if (in.available() == 0) {
                out.flush();
            }
        }
    }

    private void count(Frame request) {
        if (request.isOnDocument()) {
            commands.increment();
            if (request.isOnKeyStartingWith(Samples.KEY_PREFIX)) {
                products.increment();
            }
        }
    }

    private void answers(BufferedInputStream in, OutputStream out) throws IOException {
        while (true) {
            Frame answer = Frame.read(in).withPort(target, port);
            long delay = delayNanos;
            if (delay == 0) {
                send(answer, out);
            } else {
                Future<?> unused = late.schedule(() -> sendLate(answer, out), delay, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static void send(Frame answer, OutputStream out) throws IOException {
        synchronized (out) {
            answer.write(out);
            out.flush();
        }
    }

    private static void sendLate(Frame answer, OutputStream out) {
        try {
            send(answer, out);
        } catch (IOException ex) {
            // The connection was over before its answer came.
        }
    }

    private void end(Socket... ended) {
        for (Socket socket : ended) {
            reset(socket);
            sockets.remove(socket);
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException ex) {
            // Closed before.
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() throws IOException {
        down();
        if (placeholder != null) {
            placeholder.close();
        }
        threads.shutdownNow();
        late.shutdownNow();
    }
}
