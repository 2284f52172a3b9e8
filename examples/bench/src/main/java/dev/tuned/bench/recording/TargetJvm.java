/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ProcFiles;
import dev.tuned.bench.result.Secrets;

/**
 * A JVM on this machine, which answers the diagnostic commands of {@code jcmd}.
 *
 * @param pid its process
 * @param jcmd the executable that asks it
 * @param java its Java version, such as 25
 */
public record TargetJvm(long pid, Path jcmd, int java) {

    private static final String TOMCAT = "org.apache.catalina.connector.CoyoteAdapter";
    private static final String SPRING_BOOT = "org.springframework.boot.SpringApplication";
    private static final Pattern VERSION = Pattern.compile("(?m)^JDK (\\d+)");
    private static final long ANSWER_SECONDS = 300;

    /**
     * Finds the JVM of a process.
     *
     * @throws CannotLookException if there is none, or it is another user's
     */
    public static TargetJvm of(long pid) throws CannotLookException, InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() -> new CannotLookException("there is no process " + pid));
        Optional<String> own = ProcessHandle.current().info().user();
        Optional<String> user = process.info().user();
        if (user.isPresent() && !user.equals(own)) {
            throw new CannotLookException("process " + pid + " runs as user " + user.get() + ", and this as "
                    + own.orElse("another") + ": a JVM can be looked at by its own user only");
        }
        if (!ProcFiles.isJvm(pid)) {
            throw new CannotLookException("process " + pid + " is no HotSpot JVM");
        }
        TargetJvm asked = new TargetJvm(pid, jcmd(process), 0);
        Matcher version = VERSION.matcher(asked.ask("VM.version"));
        if (!version.find()) {
            throw new CannotLookException("process " + pid + " is no HotSpot JVM");
        }
        return new TargetJvm(pid, asked.jcmd, Integer.parseInt(version.group(1)));
    }

    /**
     * Finds the JVM of a Spring Boot service on Tomcat.
     *
     * @throws CannotLookException if there is none, it is another user's, or it runs something else
     */
    public static TargetJvm ofSpringBoot(long pid) throws CannotLookException, InterruptedException {
        TargetJvm target = of(pid);
        for (String type : List.of(SPRING_BOOT, TOMCAT)) {
            if (!target.ask("VM.class_hierarchy", type).contains(type)) {
                throw new CannotLookException("process " + pid + " runs no Spring Boot web application on Tomcat: "
                        + type + " is not loaded");
            }
        }
        return target;
    }

    /**
     * Checks that the process lives.
     *
     * @throws CannotLookException if it has ended
     */
    public void requireAlive() throws CannotLookException {
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
            throw new CannotLookException("process " + pid + " ended while it was looked at");
        }
    }

    /** The target's own {@code jcmd}, or else ours. */
    private static Path jcmd(ProcessHandle process) throws CannotLookException {
        return Stream.of(
                        process.info().command().map(java -> Path.of(java).resolveSibling("jcmd")),
                        Optional.of(Path.of(System.getProperty("java.home"), "bin", "jcmd")))
                .flatMap(Optional::stream)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new CannotLookException("there is no jcmd beside the java of process "
                        + process.pid() + " and none beside ours: run this with a JDK"));
    }

    /** The command line that asks for a diagnostic command. */
    List<String> command(String... command) {
        String patience = "-J-D" + JavaRuntime.ATTACH_TIMEOUT + "=" + JavaRuntime.ATTACH_MILLIS;
        return Stream.concat(Stream.of(jcmd.toString(), patience, Long.toString(pid)), Stream.of(command))
                .toList();
    }

    /**
     * Asks for a diagnostic command and returns the answer.
     *
     * @throws CannotLookException if it is not answered
     */
    public String ask(String... command) throws CannotLookException, InterruptedException {
        Process process;
        String answer;
        try {
            process = new ProcessBuilder(command(command))
                    .redirectErrorStream(true)
                    .start();
            answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new CannotLookException(jcmd + " cannot be run: " + ex.getMessage());
        }
        if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
                throw new CannotLookException("process " + pid + " has ended");
            }
            throw new CannotLookException("process " + pid + " does not answer jcmd " + command[0] + ": "
                    + answer.replaceAll("(?m)^\\s+at .*$", "").strip().replaceAll("\\s+", " "));
        }
        return answer;
    }

    /** The home of its JDK, or {@code null} where the system does not say. */
    public @Nullable String javaHome() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(java -> Path.of(java).resolve("../..").normalize().toString())
                .orElse(null);
    }

    /** The command line of the process, as far as the system says it. */
    public CommandLine commandLine() {
        try {
            String all = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
            Path directory = Path.of("/proc", Long.toString(pid), "cwd").toRealPath();
            return CommandLine.of(Arrays.asList(all.split("\0", -1)), directory);
        } catch (IOException ex) {
            return new CommandLine(null, List.of(), List.of());
        }
    }

    /**
     * The parts of a command line that {@code compare} needs to start the same service.
     *
     * @param jar the executable jar, or {@code null} where the service was started in another way
     * @param jvmFlags the flags of the JVM
     * @param arguments the arguments of the application
     */
    public record CommandLine(@Nullable Path jar, List<String> jvmFlags, List<String> arguments) {

        static CommandLine of(List<String> words, Path directory) {
            int jar = words.indexOf("-jar");
            if (jar < 0 || jar + 1 >= words.size()) {
                return new CommandLine(null, List.of(), List.of());
            }
            return new CommandLine(
                    directory.resolve(words.get(jar + 1)).normalize(),
                    words.subList(1, jar).stream().map(Secrets::concealed).toList(),
                    words.subList(jar + 2, words.size()).stream()
                            .filter(word -> !word.isEmpty() && !word.matches("--server\\.(port|address)=.*"))
                            .map(Secrets::concealed)
                            .toList());
        }
    }
}
