/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses ports of the loopback interface for services to listen on, none twice. A port that the system chooses could
 * be given away again before the service listens, to another service or to a client's connection; these lie below the
 * range that Linux, macOS and Windows give to those. Thread-safe.
 */
final class Ports {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    private static final Set<Integer> CHOSEN = new HashSet<>();
    private static int next = ThreadLocalRandom.current().nextInt(FIRST, END);

    private Ports() {}

    /**
     * A port on which no process listens now, and that was not returned before.
     *
     * @throws IOException if there is none left
     */
    static synchronized int choose() throws IOException {
        for (int tried = FIRST; tried < END; tried++) {
            int port = next;
            next = port + 1 == END ? FIRST : port + 1;
            if (isFree(port) && CHOSEN.add(port)) {
                return port;
            }
        }
        throw new IOException("no port from " + FIRST + " to " + (END - 1) + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException ex) {
            return false;
        }
    }
}
