/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server in a process of its own, so that the client's work is not counted; ends with its standard input. */
final class ServerProcess implements AutoCloseable {

    private static final String PORT = "port=";
    private static final ByteBuffer CPU = LoopbackClient.get("/cpu");
    private static final ByteBuffer PAUSES = LoopbackClient.get("/pauses");

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static ServerProcess start(int heapMegabytes, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + heapMegabytes + "m",
                "-Xmx" + heapMegabytes + "m",
                "-cp",
                System.getProperty("java.class.path"),
                StreamServer.class.getName(),
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(PORT)) {
                return new ServerProcess(process, Integer.parseInt(line.substring(PORT.length())));
            }
            System.err.println(line);
        }
        throw new IOException("The server ended before it listened");
    }

    int port() {
        return port;
    }

    /** CPU time of the server's process so far; it counts in steps of 10 ms. */
    long cpuNanos() throws IOException {
        try (LoopbackClient client = new LoopbackClient(port)) {
            return Long.parseLong(client.send(CPU));
        }
    }

    /** Milliseconds of pauses for garbage collection, and their number, so far. */
    long[] pauses() throws IOException {
        try (LoopbackClient client = new LoopbackClient(port)) {
            String[] both = client.send(PAUSES).split(" ");
            return new long[] {Long.parseLong(both[0]), Long.parseLong(both[1])};
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
