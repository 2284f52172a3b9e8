/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * An HTTP/1.1 client that puts a server under load from the calling thread alone, so that its own cost is one thread's
 * CPU time. It checks every response against its request's {@link Expectation}.
 */
public final class LoadClient {

    /**
     * Tomcat accepts connections one by one while 100 wait. A connection beyond these is tried again after a second.
     */
    private static final int CONNECTIONS_AT_ONCE = 32;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Selector selector;
    private final Supplier<LoadRequest> source;
    private final Load load;
    private final List<Connection> connections;
    private final Deque<Connection> idle;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
    private final Tally tally = new Tally();
    private long begin;
    private long requests;
    private long started;
    private long nextExpiry;

    private LoadClient(Selector selector, List<Connection> connections, Supplier<LoadRequest> source, Load load) {
        this.selector = selector;
        this.connections = connections;
        this.idle = new ArrayDeque<>(connections);
        this.source = source;
        this.load = load;
        this.requests = load.requests();
    }

    /**
     * Opens the connections, so that what they cost both sides is not part of the load, runs it to its end, or until
     * too many requests have failed, and closes the connections.
     *
     * @param address the server
     * @param source gives the requests one after the other
     * @param load how much and how
     * @throws IOException if the client itself cannot work; what the server does wrong is in the result
     */
    public static LoadResult run(InetSocketAddress address, Supplier<LoadRequest> source, Load load)
            throws IOException {
        List<Connection> connections = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < Math.min(load.connections(), load.requests()); i++) {
                connections.add(new Connection(address, selector));
            }
            LoadClient client = new LoadClient(selector, connections, source, load);
            try {
                connect(connections);
            } catch (IOException ex) {
                client.tally.failure("cannot connect: " + ex.getMessage());
                return client.tally.result(0, 0, 0);
            }
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long cpu = threads.getCurrentThreadCpuTime();
            client.loop();
            return client.tally.result(
                    System.nanoTime() - client.begin,
                    threads.getCurrentThreadCpuTime() - cpu,
                    connections.stream().mapToLong(each -> each.received).sum());
        } finally {
            connections.forEach(Connection::close);
        }
    }

    private static void connect(List<Connection> connections) throws IOException {
        for (int i = 0; i < connections.size(); i++) {
            if (i > 0 && i % CONNECTIONS_AT_ONCE == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            connections.get(i).connectNow();
        }
    }

    private void loop() throws IOException {
        begin = System.nanoTime();
        nextExpiry = begin + TICK_NANOS;
        if (load.open()) {
            tally.steady(true);
        }
        long top = begin;
        while (tally.answered < requests
                && tally.failures < load.mostFailures()
                && !load.over().getAsBoolean()) {
            if (top - begin >= load.starting().toNanos() && started < requests) {
                requests = started;
                endSteady();
            }
            startDue(top);
            long wait = waitNanos();
            await(wait);
            long now = System.nanoTime();
            tally.stalled(now - top - wait);
            expire(now);
            top = now;
        }
    }

    private void startDue(long now) {
        while (started < requests && !idle.isEmpty() && tally.failures < load.mostFailures()) {
            long due = due(started);
            if (due > now) {
                return;
            }
            Connection connection = idle.remove();
            long latencyFrom = load.open() ? due : Math.max(due, connection.idleSinceNanos);
            LoadRequest request = source.get();
            started++;
            if (started == requests) {
                endSteady();
            }
            try {
                connection.start(request, latencyFrom);
            } catch (IOException ex) {
                fail(connection, String.valueOf(ex.getMessage()));
            }
        }
    }

    /** No request starts any more. */
    private void endSteady() {
        if (!load.open()) {
            tally.steady(false);
        }
    }

    /** The time when a request may start, by the rate. */
    private long due(long number) {
        return load.open() ? begin + (long) (number * 1e9 / load.ratePerSecond()) : begin;
    }

    /** The time until something may be due: a short tick, or until the next request for which a connection is free. */
    private long waitNanos() {
        if (!load.open() || idle.isEmpty() || started == requests) {
            return TICK_NANOS;
        }
        return Math.max(0, Math.min(TICK_NANOS, due(started) - System.nanoTime()));
    }

    private void await(long nanos) throws IOException {
        if (nanos >= MILLI) {
            selector.select(this::ready, nanos / MILLI);
        } else if (selector.selectNow(this::ready) == 0 && nanos > 0) {
            // A selector waits in whole milliseconds; at thousands of requests per second that is too coarse.
            LockSupport.parkNanos(Math.min(nanos, PARK_NANOS));
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (connection.advance(buffer)) {
                complete(connection);
            }
        } catch (IOException ex) {
            fail(connection, String.valueOf(ex.getMessage()));
        }
    }

    private void complete(Connection connection) {
        LoadRequest request = Objects.requireNonNull(connection.take());
        long now = System.nanoTime();
        tally.answered(now - begin, now - connection.startNanos, request.expectation(), connection.response);
        if (tally.answered == connections.size() && !load.open()) {
            tally.steady(true);
        }
        connection.idleSinceNanos = now;
        idle.add(connection);
    }

    private void fail(Connection connection, String why) {
        connection.close();
        if (connection.take() != null) {
            tally.failure(why);
            connection.idleSinceNanos = System.nanoTime();
            idle.add(connection);
        }
    }

    private void expire(long now) {
        if (now < nextExpiry) {
            return;
        }
        nextExpiry = now + TICK_NANOS * 10;
        for (Connection connection : connections) {
            if (connection.request != null
                    && now - connection.sentNanos > load.timeout().toNanos()) {
                fail(connection, "no response within " + load.timeout());
            }
        }
    }
}
