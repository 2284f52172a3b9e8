/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** The event loop of one load. */
final class LoadLoop {

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
    private long started;
    private long nextExpiry;

    /** A loop over connections that are open and belong to the selector. */
    LoadLoop(Selector selector, List<Connection> connections, Supplier<LoadRequest> source, Load load) {
        this.selector = selector;
        this.connections = connections;
        this.idle = new ArrayDeque<>(connections);
        this.source = source;
        this.load = load;
    }

    void run() throws IOException {
        begin = System.nanoTime();
        nextExpiry = begin + TICK_NANOS;
        long top = begin;
        while (tally.answered() < load.requests()
                && tally.failures() < load.mostFailures()
                && !load.over().getAsBoolean()) {
            startDue(top);
            long wait = waitNanos();
            await(wait);
            long now = System.nanoTime();
            tally.stalled(now - top - wait);
            expire(now);
            top = now;
        }
        long took = System.nanoTime() - begin;
        if (load.open()) {
            tally.busyUntil(took);
        }
        tally.ended(took);
    }

    private void startDue(long now) {
        while (started < load.requests() && !idle.isEmpty() && tally.failures() < load.mostFailures()) {
            long due = due(started);
            if (due > now) {
                return;
            }
            Connection connection = idle.remove();
            long latencyFrom = load.open() ? due : Math.max(due, connection.idleSinceNanos());
            LoadRequest request = source.get();
            started++;
            if (started == load.requests() && !load.open()) {
                tally.busyUntil(now - begin);
            }
            try {
                connection.start(request, latencyFrom);
            } catch (IOException ex) {
                fail(connection, String.valueOf(ex.getMessage()));
            }
        }
    }

    /** The time when a request may start, by the rate. */
    private long due(long number) {
        return load.open() ? begin + (long) (number * 1e9 / load.ratePerSecond()) : begin;
    }

    /** The time until something may be due: a short tick, or until the next request for which a connection is free. */
    private long waitNanos() {
        if (!load.open() || idle.isEmpty() || started == load.requests()) {
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
            boolean complete = connection.advance(buffer);
            tally.received(connection.takeReceived());
            if (complete) {
                complete(connection);
            }
        } catch (IOException ex) {
            fail(connection, String.valueOf(ex.getMessage()));
        }
    }

    private void complete(Connection connection) {
        LoadRequest request = connection.take();
        if (request != null) {
            long now = System.nanoTime();
            tally.answered(now - connection.startNanos(), request.expectation(), connection.response());
            if (tally.answered() == (load.open() ? 1 : connections.size())) {
                tally.busyFrom(now - begin);
            }
            connection.idleSince(now);
            idle.add(connection);
        }
    }

    private void fail(Connection connection, String why) {
        connection.close();
        if (connection.take() != null) {
            tally.failure(why);
            connection.idleSince(System.nanoTime());
            idle.add(connection);
        }
    }

    private void expire(long now) {
        if (now < nextExpiry) {
            return;
        }
        nextExpiry = now + TICK_NANOS * 10;
        for (Connection connection : connections) {
            if (connection.isBusy()
                    && now - connection.sentNanos() > load.timeout().toNanos()) {
                fail(connection, "no response within " + load.timeout());
            }
        }
    }

    LoadResult result(long cpuNanos) {
        return tally.result(cpuNanos);
    }
}
