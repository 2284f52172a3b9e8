/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads what Linux says of a process below {@code /proc}. Everything is -1 or 0 on other systems. Remembers the time of
 * compiler and collector threads: with more than two processors the JVM ends compilers that were idle for some seconds,
 * while the process's own time keeps theirs.
 */
public final class ProcFiles {

    private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThre.*|.*JVMCI.*");
    private static final Pattern COLLECTOR =
            Pattern.compile("GC Thread.*|G1 .*|ParGC.*|VM Thread|Z[A-Z][A-Za-z].*|Shenandoah.*|Concurrent .*");

    private final ProcessHandle process;
    private final Path directory;
    private final Map<Path, Long> compilers = new HashMap<>();
    private final Map<Path, Long> collectors = new HashMap<>();

    /** @param directory what the system says of the process */
    ProcFiles(ProcessHandle process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    /** What the system says of a process. */
    static Path directory(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }

    /**
     * Whether a process is a HotSpot JVM of this user; true where the system does not say: only asking it would tell.
     */
    public static boolean isJvm(long pid) {
        return lines(directory(pid).resolve("maps")).stream().anyMatch(line -> line.contains("libjvm"))
                || !Files.isDirectory(Path.of("/proc/self"));
    }

    /** CPU time of the process with all threads that have ended. */
    long cpuNanos() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(-1L);
    }

    long compilerNanos() {
        return threads(COMPILER, compilers);
    }

    /** The VM thread stops the others for the collector, and does part of its work. */
    long collectorNanos() {
        return threads(COLLECTOR, collectors);
    }

    /** The time of all threads of a kind; a thread that has ended keeps the time it had at the last reading. */
    private long threads(Pattern name, Map<Path, Long> seen) {
        try (Stream<Path> threads = Files.list(directory.resolve("task"))) {
            threads.filter(thread -> name.matcher(line(thread.resolve("comm"))).matches())
                    .forEach(thread -> seen.merge(
                            thread, number(line(thread.resolve("schedstat")).split(" ", 2)[0]), Math::max));
        } catch (IOException ex) {
            // The process has ended, or the system has no such directory: what was seen stays.
        }
        return seen.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The line of a thread; empty if it has just ended. */
    private static String line(Path file) {
        return String.join("", lines(file));
    }

    long writtenBytes() {
        return value("io", "wchar:");
    }

    long writeCalls() {
        return value("io", "syscw:");
    }

    long rssBytes() {
        long kibibytes = value("status", "VmRSS:");
        return kibibytes < 0 ? -1 : kibibytes * 1024;
    }

    private long value(String file, String label) {
        return lines(directory.resolve(file)).stream()
                .filter(line -> line.startsWith(label))
                .mapToLong(ProcFiles::number)
                .findFirst()
                .orElse(-1);
    }

    /** The digits of a text; 0 where it has none. */
    private static long number(String text) {
        return Long.parseLong("0" + text.replaceAll("\\D", ""));
    }

    /** The lines of a file; none where it cannot be read. */
    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException ex) {
            return List.of();
        }
    }

    /**
     * The processor time that the whole machine has used, in nanoseconds, with what a hypervisor gave to others; -1
     * where the system does not say.
     */
    public static long machineNanos() {
        return lines(Path.of("/proc/stat")).stream()
                .filter(line -> line.startsWith("cpu "))
                .map(line -> line.split(" +"))
                // user, nice, system, (idle, iowait,) irq, softirq, steal
                .mapToLong(ticks -> IntStream.of(1, 2, 3, 6, 7, 8)
                        .mapToLong(column -> number(ticks[column]))
                        .sum())
                .map(ticks -> ticks * 10_000_000)
                .findFirst()
                .orElse(-1);
    }
}
