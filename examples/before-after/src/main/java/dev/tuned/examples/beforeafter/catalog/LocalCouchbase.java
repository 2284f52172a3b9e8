/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.ChildFailedException;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.statistics.Metric;

/**
 * The Couchbase that all variants share, in a process of its own, so that its work is not counted as theirs. Each
 * service has its own wire to it, which counts what this service asks for and can be made long or cut. The process ends
 * with ours, because its standard input does. Thread-safe.
 */
public final class LocalCouchbase implements Environment, AutoCloseable {

    private static final long START_SECONDS = 300;
    private static final long ANSWER_SECONDS = 120;

    private final Launch launch;
    private final Path directory;
    private final Children children;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(16);
    private @Nullable Process process;

    /**
     * Creates a Couchbase that is not started yet.
     *
     * @param launch its executable
     * @param directory the directory for its log, created where it does not exist
     * @param children takes the process
     */
    public LocalCouchbase(Launch launch, Path directory, Children children) {
        this.launch = launch;
        this.directory = directory;
        this.children = children;
    }

    /**
     * Starts it and waits until its products are loaded.
     *
     * @throws ChildFailedException if it cannot be started or is not ready within five minutes
     */
    public void start() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        process = children.start(new ProcessBuilder(launch.command())
                .directory(directory.toFile())
                .redirectError(log().toFile()));
        Thread reader = new Thread(this::readLines, "couchbase-output");
        reader.setDaemon(true);
        reader.start();
        String first = line(START_SECONDS);
        if (!first.equals("ready")) {
            throw failed("was not ready but said: " + first);
        }
    }

    private Path log() {
        return directory.resolve("output.log");
    }

    private Process process() {
        return Objects.requireNonNull(process, "not started");
    }

    private void readLines() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process().getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.put(line);
            }
        } catch (IOException ex) {
            // The process ended: a caller that waits for a line fails after its time.
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
            if (!process().isAlive() && lines.isEmpty()) {
                throw failed("ended with exit code " + process().exitValue());
            }
        }
        throw failed("did not answer within " + seconds + " s");
    }

    /** Opens a wire for the service; it is closed when another of the same name is opened, or with the process. */
    @Override
    public List<String> argumentsFor(String service) throws IOException, InterruptedException {
        return List.of("--spring.couchbase.connection-string=" + answer("wire " + service));
    }

    /**
     * The number of commands on documents; others, such as for the cluster's configuration, do not belong to requests.
     */
    @Override
    public Map<Metric, Long> countsOf(String service) throws IOException, InterruptedException {
        return Map.of(Metric.BACKEND_CALLS, number("count " + service));
    }

    /** The number of the service's commands on products so far. */
    public long products(String service) throws IOException, InterruptedException {
        return number("products " + service);
    }

    /** From now on every answer to the service arrives n milliseconds later. */
    public void delay(String service, int millis) throws IOException, InterruptedException {
        order("delay " + service + " " + millis);
    }

    /** Resets the service's connections and refuses new ones. */
    public void down(String service) throws IOException, InterruptedException {
        order("down " + service);
    }

    /** Accepts the service's connections again. */
    public void up(String service) throws IOException, InterruptedException {
        order("up " + service);
    }

    /**
     * Writes products with ids from {@code prefix-1} to {@code prefix-count} whose name is the time in milliseconds.
     */
    public void write(String prefix, int count) throws IOException, InterruptedException {
        order("write " + prefix + " " + count);
    }

    private long number(String order) throws IOException, InterruptedException {
        String answer = answer(order);
        if (!answer.matches("\\d+")) {
            throw failed("answered '" + order + "' with: " + answer);
        }
        return Long.parseLong(answer);
    }

    private void order(String order) throws IOException, InterruptedException {
        String answer = answer(order);
        if (!answer.equals("ok")) {
            throw failed("answered '" + order + "' with: " + answer);
        }
    }

    private synchronized String answer(String order) throws IOException, InterruptedException {
        try {
            process().getOutputStream().write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            process().getOutputStream().flush();
        } catch (IOException ex) {
            throw failed("takes no commands (" + ex.getMessage() + ")");
        }
        return line(ANSWER_SECONDS);
    }

    private ChildFailedException failed(String what) {
        return new ChildFailedException("couchbase", what, log());
    }

    @Override
    public void close() {
        if (process != null) {
            children.stop(process);
        }
    }
}
