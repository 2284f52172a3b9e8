/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.ChildFailedException;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Environment;

/**
 * The Couchbase that all variants share, in a process of its own, so that its work is not counted as theirs. Each
 * service has its own wire to it, which counts what this service asks for. The process ends
 * with ours, because its standard input does. Thread-safe.
 */
public final class LocalCouchbase implements Environment, AutoCloseable {

    private static final long START_SECONDS = 300;
    private static final long ANSWER_SECONDS = 120;

    private final Variant executable;
    private final Path directory;
    private final Children children;
    private @Nullable Process process;
    private @Nullable LocalRedis redis;

    /**
     * Creates a Couchbase that is not started yet.
     *
     * @param executable how it is started
     * @param directory the directory for its log, created where it does not exist
     * @param children takes the process
     */
    public LocalCouchbase(Variant executable, Path directory, Children children) {
        this.executable = executable;
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
        process = children.start(new ProcessBuilder(executable.command())
                .directory(directory.toFile())
                .redirectError(log().toFile()));
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

    /** The next line that it says. */
    private String line(long seconds) throws IOException, InterruptedException {
        FutureTask<String> line = new FutureTask<>(() -> process().inputReader().readLine());
        Thread reader = new Thread(line, "couchbase-output");
        reader.setDaemon(true);
        reader.start();
        try {
            String said = line.get(seconds, TimeUnit.SECONDS);
            if (said != null) {
                return said;
            }
            throw failed("ended with exit code " + process().waitFor());
        } catch (ExecutionException ex) {
            throw failed("cannot be read (" + ex.getCause() + ")");
        } catch (TimeoutException ex) {
            throw failed("did not answer within " + seconds + " s");
        }
    }

    /** Opens a wire for the service; it is closed when another of the same name is opened, or with the process. */
    @Override
    public List<String> argumentsFor(String service) throws IOException, InterruptedException {
        return List.of("--spring.couchbase.connection-string=" + answer("wire " + service, ".*"));
    }

    /**
     * Opens another wire of the service, to a Redis, which starts with the first of them and ends with this. What is true
     * of the service's wire is true of both, and commands are counted together.
     *
     * @return the arguments that lead the service to it
     */
    public synchronized List<String> redisArgumentsFor(String service) throws IOException, InterruptedException {
        if (redis == null) {
            redis = LocalRedis.start(directory, children);
        }
        return List.of("--spring.data.redis.port=" + number("redis " + service + " " + redis.port()));
    }

    /**
     * The number of commands of a service on documents, its Redis included; others, such as for the cluster's
     * configuration, do not belong to requests.
     */
    public long calls(String service) throws IOException, InterruptedException {
        return number("count " + service);
    }

    /**
     * Writes products with ids from {@code prefix-1} to {@code prefix-count} whose name is the time in milliseconds.
     */
    public void write(String prefix, int count) throws IOException, InterruptedException {
        order("write " + prefix + " " + count);
    }

    /** The number of commands of a service on products: not those on what caches keep of them. */
    public long productCalls(String service) throws IOException, InterruptedException {
        return number("products " + service);
    }

    /** Puts it so far away from the service. */
    public void delay(String service, int millis) throws IOException, InterruptedException {
        order("delay " + service + " " + millis);
    }

    /** Loses what the service's caches ask, for some time, whether that is Couchbase or Redis. */
    public void loseCaches(String service, Duration time) throws IOException, InterruptedException {
        order("lose " + service + " " + time.toMillis());
    }

    private long number(String order) throws IOException, InterruptedException {
        return Long.parseLong(answer(order, "\\d+"));
    }

    private void order(String order) throws IOException, InterruptedException {
        answer(order, "ok");
    }

    /** The answer to an order, which has to match a pattern. */
    private synchronized String answer(String order, String expected) throws IOException, InterruptedException {
        try {
            process().getOutputStream().write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            process().getOutputStream().flush();
        } catch (IOException ex) {
            throw failed("takes no commands (" + ex.getMessage() + ")");
        }
        String answer = line(ANSWER_SECONDS);
        if (!answer.matches(expected)) {
            throw failed("answered '" + order + "' with: " + answer);
        }
        return answer;
    }

    private ChildFailedException failed(String what) {
        return new ChildFailedException("couchbase", what, log());
    }

    @Override
    public void close() {
        if (redis != null) {
            redis.close();
        }
        if (process != null) {
            children.stop(process);
        }
    }
}
