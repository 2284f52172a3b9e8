/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** What this process has used since it started; {@code -1} where the platform does not say. */
@Component
@Endpoint(id = "process")
class ProcessEndpoint {

    private final ProcessCounters counters = new ProcessCounters();
    private final OrderLog log;

    ProcessEndpoint(OrderLog log) {
        this.log = log;
    }

    @ReadOperation
    Usage usage() {
        return new Usage(
                ProcessHandle.current().pid(),
                counters.cpuNanos(),
                counters.allocatedBytes(),
                valueOf(Path.of("/proc/self/io"), "wchar:"),
                kibibytes(valueOf(Path.of("/proc/self/status"), "VmRSS:")),
                log.calls(),
                log.takeLongestNanos(),
                counters.gcPauses(),
                counters.gcPauseMillis(),
                Runtime.version().toString());
    }

    private static long kibibytes(long value) {
        return value < 0 ? value : value * 1024;
    }

    private static long valueOf(Path file, String label) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(label))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(-1);
        } catch (IOException | SecurityException e) {
            return -1;
        }
    }

    /**
     * Usage of this process.
     *
     * @param pid its id
     * @param cpuNanos processor time, in nanoseconds; most systems count in steps of 10 ms
     * @param allocatedBytes heap allocated by all threads; on Java 17 only by those still alive
     * @param writtenBytes bytes passed to write calls, files and sockets alike
     * @param rssBytes resident memory
     * @param logCalls orders that asked for a line in the log
     * @param longestLogCallNanos the longest of these calls since this was last read
     * @param gcPauses how often a collector has stopped this process
     * @param gcPauseMillis for how long in all, in milliseconds
     * @param java version of the running Java
     */
    record Usage(
            long pid,
            long cpuNanos,
            long allocatedBytes,
            long writtenBytes,
            long rssBytes,
            long logCalls,
            long longestLogCallNanos,
            long gcPauses,
            long gcPauseMillis,
            String java) {}
}
