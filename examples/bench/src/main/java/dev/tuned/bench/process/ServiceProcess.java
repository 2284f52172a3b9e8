/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A running Spring Boot service, started here on a free port of the loopback interface or before. It contains no code
 * of ours. The files of one that was started here are below one directory: its working directory, {@code tmp} for
 * temporary files, and {@code output.log}. For one thread at a time, except {@link #close()}.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final long LAST_MILLIS = 5000;

    /** A service that has answered with another status for this long will not become ready. */
    public static final Duration READY_TIMEOUT = Duration.ofMinutes(1);

    /** The message of Spring Boot. */
    private static final Pattern PORT_IN_USE = Pattern.compile("Port (\\d+) was already in use");

    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build();
    private final String name;
    private final Variant variant;
    private final Path directory;
    private final Children children;
    private final @Nullable BiConsumer<InputStream, Path> output;
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private @Nullable ProcessHandle process;
    private @Nullable Process child;
    private @Nullable UsageReader used;

    /**
     * Starts a service and returns at once; {@link #awaitReady} waits for it. Takes one that runs already, which goes on
     * when this is closed.
     *
     * @param name the name in messages about the process; in those about its answers it is that of the variant
     * @param variant what to start; where to listen is added to its arguments
     * @param directory the directory for its files, created where it does not exist
     * @param children takes the process
     * @param output reads the pipe that takes its output into its log; {@code null} if the log takes it
     * @throws ChildFailedException if the process cannot be started, or is not there
     */
    public ServiceProcess(
            String name,
            Variant variant,
            Path directory,
            Children children,
            @Nullable BiConsumer<InputStream, Path> output)
            throws IOException {
        this.name = name;
        this.variant = variant;
        this.directory = Files.createDirectories(directory);
        this.children = children;
        this.output = output;
        RunningService running = variant.running();
        if (running == null) {
            startOnAFreePort();
            return;
        }
        address = running.address();
        Long pid = running.pid();
        process = pid == null ? null : ProcessHandle.of(pid).orElse(null);
        if (pid != null && process == null) {
            throw new ChildFailedException(name, "has no process " + pid + " on this machine", null);
        }
    }

    /** Starts a service that is called as its variant. */
    public static ServiceProcess start(Variant variant, Path directory, Children children) throws IOException {
        return new ServiceProcess(variant.name(), variant, directory, children, null);
    }

    /** Whether it was running when this object was created. */
    boolean wasRunning() {
        return variant.running() != null;
    }

    void startOnAFreePort() throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.choose());
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(variant.withJvmFlags("-Djava.io.tmpdir=" + temporary)
                        .with("--server.address=127.0.0.1", "--server.port=" + address.getPort())
                        .command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output == null ? Redirect.to(log().toFile()) : Redirect.PIPE);
        try {
            child = children.start(builder);
            process = child.toHandle();
            if (output != null) {
                output.accept(child.getInputStream(), log());
            }
        } catch (IOException ex) {
            throw new ChildFailedException(name, "could not be started: " + ex.getMessage(), log());
        }
    }

    /**
     * Waits until the service answers a path with status 200, or anything at all where the path is empty. If another
     * process has taken the port that was chosen for it, it is started again on another.
     *
     * @throws ChildFailedException if it dies, does not answer within five minutes, or answers the path with another
     *     status for one
     */
    public void awaitReady(String path) throws IOException, InterruptedException {
        awaitReady(path, READY_TIMEOUT, line -> {});
    }

    /** The same; the path may be answered with another status for some time, and a line is said now and then. */
    public void awaitReady(String path, Duration patience, Consumer<String> say)
            throws IOException, InterruptedException {
        new Readiness(this, path, patience, say).await();
    }

    /** The port that the service found in use, its own or that of its management; -1 for none. */
    int portInUse() {
        try {
            Matcher inUse =
                    PORT_IN_USE.matcher(child == null ? "" : Files.readString(log(), StandardCharsets.ISO_8859_1));
            return inUse.find() ? Integer.parseInt(inUse.group(1)) : -1;
        } catch (IOException ex) {
            return -1;
        }
    }

    ChildFailedException died(String when) {
        int port = portInUse();
        if (port < 0) {
            return failed((child == null ? "ended" : "ended with exit code " + child.exitValue()) + when);
        }
        String other = "; services run side by side here, so that it needs an argument that sets this port to 0,"
                + " such as --management.server.port=0";
        String what = "did not start: its port " + port + " is in use";
        return new ChildFailedException(name, what + (port == address.getPort() ? "" : other), null);
    }

    /** Sends a GET and returns the answer, whatever its status. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path)).timeout(ANSWER_TIMEOUT).build(), BodyHandlers.ofString());
    }

    /**
     * The resources that the service has used so far; {@link Usage#UNKNOWN} where its process is not known.
     *
     * @throws ChildFailedException if it has ended
     */
    public Usage usage() throws IOException, InterruptedException {
        if (process == null) {
            return Usage.UNKNOWN;
        }
        try {
            if (used == null) {
                used = UsageReader.of(process);
            }
            return used.read();
        } catch (IOException ex) {
            requireAlive();
            throw failed("does not tell what it used (" + ex.getMessage() + ")");
        }
    }

    /**
     * Checks, after a request has failed, that the process lives. Gives it a moment: its connections are gone before it
     * is.
     *
     * @throws ChildFailedException if it has ended
     */
    public void requireAlive() throws ChildFailedException, InterruptedException {
        if (process != null && endsWithin(LAST_MILLIS)) {
            throw died("");
        }
    }

    /**
     * Checks, after a request has failed, that the service still takes connections. Its process may not be known.
     *
     * @throws ChildFailedException if it takes none
     */
    public void requireListening() throws ChildFailedException, InterruptedException {
        if (!Sockets.takesConnections(address)) {
            requireAlive();
            throw failed("takes no connections any more");
        }
    }

    /** Waits for the end; without a process, just waits. */
    boolean endsWithin(long millis) throws InterruptedException {
        if (child != null) {
            return child.waitFor(millis, TimeUnit.MILLISECONDS);
        }
        Thread.sleep(millis);
        return process != null && !process.isAlive();
    }

    /** Whether the process of a service that was started here has ended. */
    public boolean hasEnded() {
        return child != null && !child.isAlive();
    }

    ChildFailedException failed(String what) {
        return wasRunning()
                ? new ChildFailedException(name, "at " + uri("") + " " + what, null)
                : new ChildFailedException(name, what, log());
    }

    /** The value of the header Host. */
    public String host() {
        return child != null || address.getPort() == 80
                ? address.getHostString()
                : address.getHostString() + ":" + address.getPort();
    }

    /** The address of a path of the service. */
    public URI uri(String path) {
        return URI.create("http://" + address.getHostString() + ":" + address.getPort() + path);
    }

    public InetSocketAddress address() {
        return address;
    }

    /** The name of this process, which no other has. */
    public String name() {
        return name;
    }

    /** The name of the variant that the process is a launch of. */
    public String variant() {
        return variant.name();
    }

    /** The process, where it is known. */
    public Optional<ProcessHandle> process() {
        return Optional.ofNullable(process);
    }

    /** The process of a service that was started here, or of one whose process was named. */
    public long pid() {
        return Objects.requireNonNull(process).pid();
    }

    /** The working directory. */
    public Path directory() {
        return directory;
    }

    /** The file that takes standard output and standard error. */
    public Path log() {
        return directory.resolve("output.log");
    }

    /**
     * Asks a process that was started here to end as SIGTERM does and waits until it is gone; kills it after two
     * minutes.
     */
    @Override
    public void close() {
        if (used != null) {
            used.close();
            used = null;
        }
        if (child != null) {
            children.stop(child);
        }
    }

    /** Kills a process that was started here, and waits until it is gone. */
    public void kill() {
        if (child != null) {
            child.destroyForcibly();
        }
        close();
    }
}
