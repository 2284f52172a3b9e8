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
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * The wire between a client and a Couchbase or a Redis on this machine: it can delay answers, can be cut, and counts
 * commands. It puts its own port into a Couchbase's cluster configurations, so that clients keep to the wire.
 * Thread-safe.
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
    private final boolean redis;
    private volatile long delayNanos;

    /** Until then, commands on documents that are no products are lost. */
    private volatile long lostUntil = System.nanoTime();

    private @Nullable ServerSocket listener;
    private Future<?> accepting = CompletableFuture.completedFuture(null);

    /** Bound, and not listening: connections are refused, and no other process gets the port. */
    private @Nullable Socket placeholder;

    private WireProxy(int port, int target, boolean redis) throws IOException {
        this.target = target;
        this.redis = redis;
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
        return new WireProxy(port, target, false);
    }

    /**
     * Opens a wire to a Redis, on a free port.
     *
     * @param target the port of the Redis
     * @throws IOException when no port can be opened
     */
    public static WireProxy openToRedis(int target) throws IOException {
        return new WireProxy(0, target, true);
    }

    /** The port that clients connect to. */
    public int port() {
        return port;
    }

    /** Delays every answer from now on by this time. Answers of a connection keep their order. */
    public void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /**
     * For this time, caches are away: a Couchbase does not get commands on other documents than products, and the
     * connections to a Redis are reset and refused.
     */
    public void loseCaches(Duration time) throws IOException {
        if (redis) {
            down();
            Future<?> unused = late.schedule(
                    () -> {
                        up();
                        return null;
                    },
                    time.toNanos(),
                    TimeUnit.NANOSECONDS);
        } else {
            lostUntil = System.nanoTime() + time.toNanos();
        }
    }

    /** The connection string for a client of a Couchbase. */
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
    public synchronized void down() throws IOException {
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
    public synchronized void up() throws IOException {
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
            Message request = redis ? RedisMessage.request(in) : Frame.read(in);
            boolean product = request.isOnKeyStartingWith(Samples.KEY_PREFIX);
            if (request.isOnDocument() && !product && lostUntil - System.nanoTime() > 0) {
                continue;
            }
            count(request, product);
            request.write(out);
            if (in.available() == 0) {
                out.flush();
            }
        }
    }

    private void count(Message request, boolean product) {
        if (request.isOnDocument()) {
            commands.increment();
            if (product) {
                products.increment();
            }
        }
    }

    private void answers(BufferedInputStream in, OutputStream out) throws IOException {
        Queue<Message> delayed = new ConcurrentLinkedQueue<>();
        long due = System.nanoTime();
        while (true) {
            Message answer = redis ? RedisMessage.answers(in) : Frame.read(in).withPort(target, port);
            long now = System.nanoTime();
            long delay = Math.max(delayNanos, due - now);
            if (delay <= 0 && delayed.isEmpty()) {
                send(answer, out);
            } else {
                due = now + delay;
                delayed.add(answer);
                Future<?> unused = late.schedule(() -> sendOldest(delayed, out), delay, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static void send(Message answer, OutputStream out) throws IOException {
        synchronized (out) {
            answer.write(out);
            out.flush();
        }
    }

    /** Tasks that are due at nearly the same time may take turns, which answers may not. */
    private static void sendOldest(Queue<Message> delayed, OutputStream out) {
        try {
            send(delayed.element(), out);
        } catch (IOException ex) {
            // The connection was over before its answer came.
        } finally {
            delayed.remove();
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
    public synchronized void close() throws IOException {
        down();
        if (placeholder != null) {
            placeholder.close();
        }
        threads.shutdownNow();
        late.shutdownNow();
    }
}
