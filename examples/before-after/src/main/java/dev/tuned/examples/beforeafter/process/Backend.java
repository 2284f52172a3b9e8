/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The embedded Couchbase that all variants share, and the wire to it: a process of its own, so that its work is not counted as
 * theirs. It ends with us, because its standard input does. Thread-safe.
 */
public final class Backend implements AutoCloseable {

    private static final String SCHEME = "couchbase://";
    private static final long START_SECONDS = 120;
    private static final long ANSWER_SECONDS = 30;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Children children;
    private final Process process;
    private final Path log;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(16);
    private String connectionString = "";

    private Backend(Children children, Process process, Path log) {
        this.children = children;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the embedded Couchbase and waits until its products are loaded.
     *
     * @param launch the executable that holds it
     * @param directory the directory for its log, created where it does not exist
     * @param children takes the process
     * @throws ChildFailedException if it cannot be started or is not ready within two minutes
     */
    public static Backend start(Launch launch, Path directory, Children children)
            throws IOException, InterruptedException {
        Path log = Files.createDirectories(directory).resolve("output.log");
        ProcessBuilder builder = new ProcessBuilder(
                        launch.with(List.of("couchbase", "--until-eof")).command())
                .directory(directory.toFile())
                .redirectError(log.toFile());
        Backend backend;
        try {
            backend = new Backend(children, children.start(builder), log);
        } catch (IOException ex) {
            throw new ChildFailedException("couchbase", "could not be started: " + ex.getMessage(), log);
        }
        Thread reader = new Thread(backend::readLines, "couchbase-output");
        reader.setDaemon(true);
        reader.start();
        backend.connectionString = backend.line(START_SECONDS);
        if (!backend.connectionString.startsWith(SCHEME)) {
            throw backend.failed("printed no connection string but: " + backend.connectionString);
        }
        return backend;
    }

    private void readLines() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.put(line);
            }
        } catch (IOException ex) {
            // The process ended; whoever waits for a line finds out by the time.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private String line(long seconds) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            String line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (line != null) {
                return line;
            }
            if (!process.isAlive() && lines.isEmpty()) {
                throw failed("ended with exit code " + process.exitValue());
            }
        }
        throw failed("did not answer within " + seconds + " s");
    }

    /** The connection string for {@code spring.couchbase.connection-string}. */
    public String connectionString() {
        return connectionString;
    }

    /**
     * The commands on documents since the start, of all variants together. Others, such as a client asking for the
     * cluster's configuration from time to time, do not belong to requests.
     *
     * @throws ChildFailedException if it does not answer
     */
    public long count() throws IOException, InterruptedException {
        String line = answer("count");
        try {
            Map<String, Long> counts = JSON.readValue(line, new TypeReference<Map<String, Long>>() {});
            return counts.entrySet().stream()
                    .filter(count -> isOnDocuments(count.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        } catch (JacksonException ex) {
            throw failed("answered 'count' with: " + line);
        }
    }

    /** Those of the commands so far whose document is a product. */
    public long products() throws IOException, InterruptedException {
        return Long.parseLong(answer("products"));
    }

    /** From now on every answer arrives so many milliseconds later. */
    public void delay(int millis) throws IOException, InterruptedException {
        order("delay " + millis);
    }

    /** Resets every connection and refuses new ones. */
    public void down() throws IOException, InterruptedException {
        order("down");
    }

    /** Accepts connections again. */
    public void up() throws IOException, InterruptedException {
        order("up");
    }

    /** Writes products with ids from {@code prefix-1} to {@code prefix-count} whose name is the time in milliseconds. */
    public void write(String prefix, int count) throws IOException, InterruptedException {
        order("write " + prefix + " " + count);
    }

    private void order(String order) throws IOException, InterruptedException {
        String line = answer(order);
        if (!line.equals("ok")) {
            throw failed("answered '" + order + "' with: " + line);
        }
    }

    private synchronized String answer(String order) throws IOException, InterruptedException {
        try {
            process.getOutputStream().write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException ex) {
            throw failed("takes no commands (" + ex.getMessage() + ")");
        }
        return line(ANSWER_SECONDS);
    }

    static boolean isOnDocuments(String command) {
        return !command.matches("(?i).*(CONFIG|HELLO|SASL|NOOP|STAT|ERROR_MAP|SELECT_BUCKET|COLLECTIONS|VERSION).*");
    }

    private ChildFailedException failed(String what) {
        return new ChildFailedException("couchbase", what, log);
    }

    @Override
    public void close() {
        children.stop(process);
    }
}
