/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A running Spring Boot service, started here on a free port of the loopback interface or before. It contains no code
 * of ours. The files of one that was started here are below one directory: its working directory, {@code tmp} for
 * temporary files, and {@code output.log}. For one thread at a time, except {@link #close()}.
 */
public final class ServiceProcess implements AutoCloseable {

    /** The property with the time that the JDK waits for a JVM to accept an attach; ten seconds by default. */
    public static final String ATTACH_TIMEOUT = "sun.tools.attach.attachTimeout";

    /** Five minutes: a JVM on a busy machine is slow and not stuck. */
    public static final String ATTACH_MILLIS = "300000";

    private static final long POLL_MILLIS = 20;
    private static final long LAST_MILLIS = 5000;
    private static final int CONNECT_MILLIS = 2_000;
    /** A slow start is not stuck: on a busy machine it takes minutes. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    /** A service that has answered with another status for this long will not become ready. */
    public static final Duration READY_TIMEOUT = Duration.ofMinutes(1);

    private static final Duration SAY_EVERY = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration RUNNING_TIMEOUT = Duration.ofSeconds(10);

    /** The number of ports that are tried where another process takes them first. */
    private static final int MAX_PORTS = 3;

    /** The message of Spring Boot for a port in use, that of the service or of the management server. */
    private static final Pattern PORT_IN_USE = Pattern.compile("Port (\\d+) was already in use");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build();
    private final Children children;
    private final String name;
    private final String variant;
    private final Path directory;
    private final @Nullable Launch launch;
    private @Nullable ProcessHandle process;
    private @Nullable Process child;
    private @Nullable PipedOutput output;
    private InetSocketAddress address;
    private @Nullable JvmCounters jvm;
    private @Nullable ProcFiles proc;

    private ServiceProcess(
            Children children,
            String name,
            String variant,
            Path directory,
            @Nullable Launch launch,
            @Nullable ProcessHandle process,
            InetSocketAddress address) {
        this.children = children;
        this.name = name;
        this.variant = variant;
        this.directory = directory;
        this.launch = launch;
        this.process = process;
        this.address = address;
    }

    /**
     * A service that runs already, and goes on when this is closed.
     *
     * @param name the name in messages about the process
     * @param variant the name in messages about its answers
     * @param directory a directory for files of the workloads
     * @throws ChildFailedException if its process is not there
     */
    public static ServiceProcess running(
            RunningService service, String name, String variant, Path directory, Children children)
            throws ChildFailedException {
        ProcessHandle process = null;
        if (service.pid() != null) {
            process = ProcessHandle.of(service.pid())
                    .orElseThrow(() ->
                            new ChildFailedException(name, "has no process " + service.pid() + " on this machine"));
        }
        return new ServiceProcess(children, name, variant, directory, null, process, service.address());
    }

    /**
     * Starts a service and returns at once; {@link #awaitReady} waits for it.
     *
     * @param launch what to start; where to listen is added to its arguments
     * @param directory the directory for its files, created where it does not exist
     * @param children takes the process
     * @throws ChildFailedException if the process cannot be started
     */
    public static ServiceProcess start(Launch launch, Path directory, Children children) throws IOException {
        return start(launch, launch.name(), directory, children);
    }

    /** The same with another name in messages about its answers than the launch has. */
    public static ServiceProcess start(Launch launch, String variant, Path directory, Children children)
            throws IOException {
        ServiceProcess service = new ServiceProcess(
                children, launch.name(), variant, directory, launch, null, loopback(children.choosePort()));
        service.start(launch);
        return service;
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void start(Launch how) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(how.withJvmFlags(List.of("-Djava.io.tmpdir=" + temporary))
                        .with(List.of("--server.address=127.0.0.1", "--server.port=" + address.getPort()))
                        .command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(how.piped() ? Redirect.PIPE : Redirect.to(log().toFile()));
        builder.environment().putAll(how.environment());
        try {
            child = children.start(builder);
            output = how.piped() ? PipedOutput.read(child.getInputStream(), log()) : null;
            process = child.toHandle();
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

    /**
     * The same, with what is said while it waits.
     *
     * @param patience how long the path may be answered with another status than 200
     * @param say takes a line now and then
     */
    public void awaitReady(String path, Duration patience, Consumer<String> say)
            throws IOException, InterruptedException {
        // One that runs already needs no time to start.
        Duration longest = launch == null ? RUNNING_TIMEOUT : START_TIMEOUT;
        long begin = System.nanoTime();
        long answered = 0;
        long said = begin;
        int ports = 1;
        // An answer on the port of a process that has ended comes from another process.
        for (int status = status(path); !isReady(path, status) || hasEnded(); status = status(path)) {
            long now = System.nanoTime();
            if (endsWithin(POLL_MILLIS)) {
                if (launch == null || portInUse() != address.getPort() || ports == MAX_PORTS) {
                    throw died(" while starting");
                }
                ports++;
                address = loopback(children.choosePort());
                start(launch);
            }
            answered = status < 0 ? 0 : answered == 0 ? now : answered;
            if (answered > 0 && now - answered > patience.toNanos()) {
                throw failed("was not ready after " + patience.toSeconds() + " s: it " + how(path, status)
                        + ", and 200 is what --ready waits for");
            }
            if (now - begin > longest.toNanos()) {
                throw failed("was not ready after " + longest.toSeconds() + " s: it " + how(path, status));
            }
            if (now - said > SAY_EVERY.toNanos()) {
                said = now;
                say.accept("waiting for " + name + ", which " + how(path, status) + " after "
                        + (now - begin) / 1_000_000_000 + " s");
            }
        }
    }

    /** How the service answers; where it does not and listens on other ports, on which. */
    private String how(String path, int status) {
        if (status >= 0) {
            return "answers " + path + " with " + status;
        }
        List<Integer> ports = process == null ? List.of() : Sockets.listening(process.pid());
        return "gives no answer yet"
                + (ports.isEmpty() || ports.contains(address.getPort())
                        ? ""
                        : " on port " + address.getPort() + " and listens on "
                                + ports.stream().map(String::valueOf).collect(Collectors.joining(", "))
                                + ", so that its code may set server.port");
    }

    /** The port that the service found in use; -1 for none. */
    private int portInUse() {
        try {
            Matcher inUse = PORT_IN_USE.matcher(Files.readString(log(), StandardCharsets.ISO_8859_1));
            return inUse.find() ? Integer.parseInt(inUse.group(1)) : -1;
        } catch (IOException ex) {
            return -1;
        }
    }

    private ChildFailedException died(String when) {
        int port = child == null ? -1 : portInUse();
        if (port < 0) {
            return failed((child == null ? "ended" : "ended with exit code " + child.exitValue()) + when);
        }
        return new ChildFailedException(
                name,
                "did not start: its port " + port + " is in use"
                        + (port == address.getPort()
                                ? ""
                                : "; services run side by side here, so that it needs an argument that sets this port to 0,"
                                        + " such as --management.server.port=0"));
    }

    /** The status of the answer to a path; -1 where there is none. */
    private int status(String path) throws InterruptedException {
        try {
            return get(path.isEmpty() ? "/" : path).statusCode();
        } catch (IOException ex) {
            return -1;
        }
    }

    private static boolean isReady(String path, int status) {
        return path.isEmpty() ? status > 0 : status == 200;
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
            if (jvm == null || proc == null) {
                jvm = JvmCounters.of(process.pid());
                proc = new ProcFiles(process);
            }
            return new Usage(
                    proc.cpuNanos(),
                    proc.compilerNanos(),
                    proc.collectorNanos(),
                    proc.writtenBytes(),
                    proc.writeCalls(),
                    proc.rssBytes(),
                    jvm.allocatedBytes(),
                    jvm.collections(),
                    jvm.gcPauseMillis());
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
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
        } catch (SocketTimeoutException ex) {
            // It listens, and has more connections waiting than it takes.
            return;
        } catch (IOException ex) {
            requireAlive();
            throw failed("takes no connections any more");
        }
    }

    /** Waits for the end; without a process, just waits. */
    private boolean endsWithin(long millis) throws InterruptedException {
        if (child != null) {
            return child.waitFor(millis, TimeUnit.MILLISECONDS);
        }
        Thread.sleep(millis);
        return process != null && !process.isAlive();
    }

    private boolean hasEnded() {
        return child != null && !child.isAlive();
    }

    /** Whether the process of a service that was started here has not ended. */
    public boolean isAlive() {
        return !hasEnded();
    }

    private ChildFailedException failed(String what) {
        if (launch == null) {
            return new ChildFailedException(name, "at " + uri("") + " " + what);
        }
        return new ChildFailedException(name, what, log());
    }

    /** The value of the header Host. */
    public String host() {
        return child != null || address.getPort() == 80
                ? address.getHostString()
                : address.getHostString() + ":" + address.getPort();
    }

    /**
     * Whether a process is a HotSpot JVM of this user; true where the system does not say: only asking it would tell.
     */
    public static boolean isJvm(long pid) {
        try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
            return maps.anyMatch(line -> line.contains("libjvm"));
        } catch (IOException ex) {
            return !Files.isDirectory(Path.of("/proc/self"));
        }
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
        return variant;
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

    /** The pipe that takes standard output and standard error of a service that was launched with one. */
    public PipedOutput output() {
        return Objects.requireNonNull(output);
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
        if (jvm != null) {
            jvm.close();
            jvm = null;
        }
        if (output != null) {
            output.readAgain();
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
