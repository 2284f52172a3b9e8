/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A process of {@code redis-server} on this machine, which keeps nothing. */
final class LocalRedis implements AutoCloseable {

    private static final long POLL_MILLIS = 50;
    private static final int POLLS = 200;

    private final Process process;
    private final int port;

    private LocalRedis(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @throws IOException if the program is not on the path, or takes no connection within ten seconds */
    static LocalRedis start() throws IOException, InterruptedException {
        int port;
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = any.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--save",
                        "",
                        "--appendonly",
                        "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        LocalRedis redis = new LocalRedis(process, port);
        for (int poll = 0; poll < POLLS && process.isAlive(); poll++) {
            if (redis.accepts()) {
                return redis;
            }
            Thread.sleep(POLL_MILLIS);
        }
        redis.close();
        throw new IOException("redis-server takes no connection on port " + port);
    }

    private boolean accepts() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException ex) {
            // Not yet.
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
