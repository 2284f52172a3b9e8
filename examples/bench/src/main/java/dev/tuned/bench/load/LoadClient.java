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

    private LoadClient() {}

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
            try {
                connect(connections);
            } catch (IOException ex) {
                Tally tally = new Tally();
                tally.failure("cannot connect: " + ex.getMessage());
                return tally.result(0);
            }
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            LoadLoop loop = new LoadLoop(selector, connections, source, load);
            loop.run();
            return loop.result(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu);
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
}
