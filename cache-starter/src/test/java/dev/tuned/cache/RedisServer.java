/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real Redis in its own process, on the loopback address, without files. It can be paused, killed and started again. */
public final class RedisServer implements Store, AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final int port;
    private final List<String> options;
    private Process process;

    private RedisServer(int port, List<String> options) {
        this.port = port;
        this.options = options;
        begin();
    }

    /** Starts one on a free port. */
    public static RedisServer start(String... options) {
        return new RedisServer(freePort(), List.of(options));
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
            return free.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Whether there is one to start. */
    public static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "redis-server")));
    }

    private void begin() {
        List<String> command = new ArrayList<>(List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no"));
        command.addAll(options);
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!answers()) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IllegalStateException("redis-server does not answer on port " + port);
                }
                Thread.sleep(20);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private boolean answers() {
        try {
            String answer = command("PING");
            return answer.startsWith("+PONG") || answer.startsWith("-NOAUTH");
        } catch (UncheckedIOException ex) {
            return false;
        }
    }

    @Override
    public List<String> properties() {
        return List.of("spring.cache.type=redis", "spring.data.redis.port=" + port, "spring.data.redis.host=127.0.0.1");
    }

    @Override
    public Class<?> configuration() {
        return NearApplication.Redis.class;
    }

    @Override
    public boolean hasFutures() {
        return true;
    }

    @Override
    public void clear() {
        command("FLUSHALL");
    }

    public int port() {
        return port;
    }

    /** Sends a command as a line, and returns the first part of its answer. */
    public String command(String line) {
        try (Socket socket = new Socket(LOOPBACK, port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            byte[] answer = new byte[8192];
            int length = in.read(answer);
            return (length < 0) ? "" : new String(answer, 0, length, StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Whether a key is there. */
    public boolean has(String key) {
        return command("EXISTS " + key).startsWith(":1");
    }

    /** Stops answering, without closing connections. */
    public void pause() {
        signal("STOP");
    }

    /** Goes on after a pause. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process at once; its data are gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts it again on the same port. */
    public void restart() {
        begin();
    }

    @Override
    public void close() {
        kill();
    }
}
