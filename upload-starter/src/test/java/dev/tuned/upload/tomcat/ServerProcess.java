/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tuned.upload.UploadServer;

import static java.nio.charset.StandardCharsets.UTF_8;

/** {@link FormApplication} in a JVM of its own, which ends when its parent does. */
final class ServerProcess implements AutoCloseable {

    private final Process process;

    private final int port;

    ServerProcess(List<String> jvmOptions, String... properties) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerProcess.class.getName()));
        command.addAll(List.of(properties));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        port = readPort();
        Thread drain = new Thread(() -> drain(process));
        drain.setDaemon(true);
        drain.start();
    }

    private int readPort() throws IOException {
        BufferedReader output = process.inputReader(UTF_8);
        StringBuilder all = new StringBuilder();
        String line;
        while ((line = output.readLine()) != null) {
            if (line.startsWith("port ")) {
                return Integer.parseInt(line.substring(5));
            }
            all.append(line).append('\n');
        }
        throw new IllegalStateException("The server did not start: " + all);
    }

    private static void drain(Process process) {
        try {
            process.inputReader(UTF_8).transferTo(Writer.nullWriter());
        } catch (IOException ex) {
            // It has ended.
        }
    }

    /** The server. */
    public static void main(String[] args) throws IOException {
        UploadServer server = new UploadServer(FormApplication.class, args);
        System.out.println("port " + server.port());
        new InputStreamReader(System.in, UTF_8).read();
        System.exit(0);
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        close();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
