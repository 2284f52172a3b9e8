/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

import org.awaitility.Awaitility;

/** A Redis on this machine, on a port that was free, which keeps nothing. */
public final class RedisServer implements AutoCloseable {

    private static final String PROGRAM = "redis-server";

    private final Process process;
    private final int port;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static boolean isInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
    }

    /** Starts a server and waits until it accepts connections. */
    public static RedisServer start() throws IOException {
        int port = freePort();
        Process process = new ProcessBuilder(
                        PROGRAM,
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
        RedisServer server = new RedisServer(process, port);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(server::accepts);
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private boolean accepts() {
        if (!process.isAlive()) {
            throw new IllegalStateException(PROGRAM + " ended with " + process.exitValue());
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException ex) {
            // Not yet.
            return false;
        }
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
