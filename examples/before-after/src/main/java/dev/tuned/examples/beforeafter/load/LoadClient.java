/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;

/**
 * An HTTP/1.1 client that puts a server under load from the calling thread alone, so that its own cost is one thread's CPU
 * time. It checks every response against its request's {@link Expectation}.
 */
public final class LoadClient {

    private LoadClient() {}

    /**
     * Runs a load to its end, or until too many requests have failed.
     *
     * @param address the server
     * @param source gives the requests
     * @param load how much and how
     * @throws IOException if the client itself cannot work; what the server does wrong is in the result
     */
    public static LoadResult run(InetSocketAddress address, RequestSource source, Load load) throws IOException {
        try (Selector selector = Selector.open()) {
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            LoadLoop loop = new LoadLoop(selector, address, source, load);
            try {
                loop.run();
            } finally {
                loop.close();
            }
            return loop.result(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu);
        }
    }
}
