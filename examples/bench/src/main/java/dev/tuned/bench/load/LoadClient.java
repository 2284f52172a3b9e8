/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 client that puts a server under load from the calling thread alone, so that its own cost is one thread's
 * CPU time. It checks every response against its request's {@link Expectation}. For one load and one thread.
 */
public final class LoadClient implements AutoCloseable {

    /**
     * Tomcat accepts connections one by one while 100 wait. A connection beyond these is tried again after a second.
     */
    private static final int CONNECTIONS_AT_ONCE = 32;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Selector selector;
    private final Load load;
    private final List<Connection> connections = new ArrayList<>();
    private @Nullable String problem;

    private LoadClient(Selector selector, Load load) {
        this.selector = selector;
        this.load = load;
    }

    /**
     * Opens the connections of a load, so that what they cost both sides is not part of it. A server that cannot be
     * reached shows in the load's result.
     *
     * @param address the server
     * @param load how much and how
     * @throws IOException if the client itself cannot work
     */
    public static LoadClient connect(InetSocketAddress address, Load load) throws IOException {
        LoadClient client = new LoadClient(Selector.open(), load);
        for (int i = 0; i < Math.min(load.connections(), load.requests()); i++) {
            client.connections.add(new Connection(address, client.selector));
        }
        try {
            for (int i = 0; i < client.connections.size(); i++) {
                if (i > 0 && i % CONNECTIONS_AT_ONCE == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                client.connections.get(i).connectNow();
            }
        } catch (IOException ex) {
            client.problem = "cannot connect: " + ex.getMessage();
        }
        return client;
    }

    /**
     * Connects, runs a load to its end, or until too many requests have failed, and closes the connections.
     *
     * @param address the server
     * @param source gives the requests
     * @param load how much and how
     * @throws IOException if the client itself cannot work; what the server does wrong is in the result
     */
    public static LoadResult run(InetSocketAddress address, RequestSource source, Load load) throws IOException {
        try (LoadClient client = connect(address, load)) {
            return client.run(source);
        }
    }

    /**
     * Runs the load to its end, or until too many requests have failed.
     *
     * @param source gives the requests
     * @throws IOException if the client itself cannot work; what the server does wrong is in the result
     */
    public LoadResult run(RequestSource source) throws IOException {
        if (problem != null) {
            Tally tally = new Tally();
            tally.failure(problem);
            return tally.result(0);
        }
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        LoadLoop loop = new LoadLoop(selector, connections, source, load);
        loop.run();
        return loop.result(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu);
    }

    @Override
    public void close() throws IOException {
        connections.forEach(Connection::close);
        selector.close();
    }
}
