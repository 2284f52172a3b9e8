/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import dev.tuned.bench.process.ChildFailedException;
import dev.tuned.bench.process.Children;

/**
 * A Redis on this machine, on a port that was free, which keeps nothing on disk.
 *
 * @param port its port
 */
public record LocalRedis(Process process, int port, Children children) implements AutoCloseable {

    private static final String PROGRAM = "redis-server";
    private static final int TRIALS = 600;
    private static final long PAUSE_MILLIS = 100;

    /** Whether it is on the {@code PATH}. */
    public static boolean isInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
    }

    /**
     * Starts one and waits until it accepts connections.
     *
     * @param directory the directory for its log
     * @param children takes the process
     * @throws ChildFailedException if it is not ready within a minute
     */
    static LocalRedis start(Path directory, Children children) throws IOException, InterruptedException {
        int port;
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = any.getLocalPort();
        }
        Path log = directory.resolve("redis.log");
        Process process = children.start(new ProcessBuilder(
                        PROGRAM, "--bind", "127.0.0.1", "--port", "" + port, "--save", "", "--appendonly", "no")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
        for (int trial = 0; trial < TRIALS && process.isAlive(); trial++) {
            if (accepts(port)) {
                return new LocalRedis(process, port, children);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw new ChildFailedException("redis", "was not ready", log);
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException ex) {
            // Not yet.
            return false;
        }
    }

    @Override
    public void close() {
        children.stop(process);
    }
}
