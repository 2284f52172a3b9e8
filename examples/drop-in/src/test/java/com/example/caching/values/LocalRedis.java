/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A process of {@code redis-server} on loopback, which keeps nothing and ends with the application. */
class LocalRedis implements AutoCloseable {

    private static final int POLLS = 1200;

    private final Process process;
    private final int port;

    LocalRedis() throws IOException, InterruptedException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = any.getLocalPort();
        }
        process = new ProcessBuilder(
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
        for (int poll = 0; poll < POLLS && process.isAlive(); poll++) {
            if (accepts()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        process.destroy();
        throw new IOException("redis-server takes no connection");
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
        process.onExit().join();
    }
}
