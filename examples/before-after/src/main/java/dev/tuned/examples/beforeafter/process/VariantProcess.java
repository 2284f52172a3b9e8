/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A running variant of the example service, on a free port of the loopback interface. Its files are below one directory:
 * {@code data}, {@code port} and {@code output.log}. For one thread at a time, except {@link #close()}.
 */
public final class VariantProcess implements AutoCloseable {

    private static final long POLL_MILLIS = 50;
    private static final long LAST_MILLIS = 5000;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build();
    private final Children children;
    private final Process process;
    private final String name;
    private final Path directory;
    private int port;

    private VariantProcess(Children children, Process process, String name, Path directory) {
        this.children = children;
        this.process = process;
        this.name = name;
        this.directory = directory;
    }

    /**
     * Starts a variant and returns at once; {@link #awaitReady(Duration)} waits for it.
     *
     * @param launch what to start; where to listen and where to keep files is added to its arguments
     * @param directory the directory for its files, created where it does not exist
     * @param children takes the process
     * @throws ChildFailedException if the process cannot be started
     */
    public static VariantProcess start(Launch launch, Path directory, Children children) throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path portFile = directory.resolve("port");
        Files.deleteIfExists(portFile);
        List<String> own = new ArrayList<>();
        own.add("--server.address=127.0.0.1");
        own.add("--server.port=0");
        own.add("--catalog.port-file=" + portFile);
        own.add("--catalog.data-dir=" + data);
        Path log = directory.resolve("output.log");
        ProcessBuilder builder = new ProcessBuilder(launch.with(own).command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        try {
            return new VariantProcess(children, children.start(builder), launch.name(), directory);
        } catch (IOException ex) {
            throw new ChildFailedException(launch.name(), "could not be started: " + ex.getMessage(), log);
        }
    }

    /**
     * Waits until the variant has written its port and answers {@code /actuator/health} and {@code /hello}.
     *
     * @throws ChildFailedException if it dies or is not ready in time
     */
    public void awaitReady(Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!isReady()) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw failed("ended with exit code " + process.exitValue() + " while starting");
            }
            if (System.nanoTime() > deadline) {
                throw failed("was not ready after " + timeout.toSeconds() + " s");
            }
        }
    }

    private boolean isReady() throws IOException, InterruptedException {
        Path portFile = directory.resolve("port");
        String written = Files.exists(portFile) ? Files.readString(portFile) : "";
        if (!written.strip().matches("\\d{1,5}")) {
            return false;
        }
        port = Integer.parseInt(written.strip());
        try {
            return get("/actuator/health").statusCode() == 200 && get("/hello").statusCode() == 200;
        } catch (IOException ex) {
            return false;
        }
    }

    /** Sends a GET and returns the answer, whatever its status. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path)).timeout(ANSWER_TIMEOUT).build(), BodyHandlers.ofString());
    }

    /**
     * What the process has used so far.
     *
     * @throws ChildFailedException if it does not tell
     */
    public ProcessStats stats() throws IOException, InterruptedException {
        try {
            HttpResponse<String> response = get("/actuator/process");
            if (response.statusCode() == 200) {
                return JSON.readValue(response.body(), ProcessStats.class);
            }
            throw failed("answered /actuator/process with status " + response.statusCode());
        } catch (ChildFailedException ex) {
            throw ex;
        } catch (IOException ex) {
            requireAlive();
            throw failed("does not answer (" + ex.getMessage() + ")");
        }
    }

    /**
     * Checks, after a request has failed, that the process lives. Gives it a moment: its connections are gone before it is.
     *
     * @throws ChildFailedException if it has ended
     */
    public void requireAlive() throws ChildFailedException, InterruptedException {
        if (process.waitFor(LAST_MILLIS, TimeUnit.MILLISECONDS)) {
            throw failed("ended with exit code " + process.exitValue());
        }
    }

    private ChildFailedException failed(String what) {
        return new ChildFailedException(name, what, log());
    }

    /** The address of a path on this variant. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Where the variant listens, once it is ready. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public long pid() {
        return process.pid();
    }

    /** The file that takes the standard output and standard error of the process. */
    public Path log() {
        return directory.resolve("output.log");
    }

    /** The directory for the variant's own files. */
    public Path data() {
        return directory.resolve("data");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Asks the process to end as SIGTERM does and waits until it is gone; kills it after half a minute. */
    @Override
    public void close() {
        children.stop(process);
    }
}
