/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The CPU time of each thread of a process. Linux tells it in nanoseconds, where that of the whole process comes in steps of 10
 * ms, which a round of a tenth of a second is too short for.
 *
 * @param nanos CPU time by the thread's id; empty where the system does not tell
 */
public record ThreadTimes(Map<String, Long> nanos) {

    /** Reads those of a process on this machine. */
    public static ThreadTimes of(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return new ThreadTimes(threads.filter(Files::isDirectory)
                    .collect(Collectors.toMap(thread -> thread.getFileName().toString(), ThreadTimes::nanos)));
        } catch (IOException ex) {
            return new ThreadTimes(Map.of());
        }
    }

    /** Zero for a thread that has ended meanwhile: then it is missed as one that is gone, or nobody knew it. */
    private static long nanos(Path thread) {
        try {
            String times = Files.readString(thread.resolve("schedstat"));
            return Long.parseLong(times.substring(0, times.indexOf(' ')));
        } catch (IOException | RuntimeException ex) {
            return 0;
        }
    }

    /** The time since an earlier reading; nothing where it is not told, or where a thread has ended and taken its time along. */
    public OptionalLong since(ThreadTimes earlier) {
        long sum = 0;
        for (Map.Entry<String, Long> thread : nanos.entrySet()) {
            long more = thread.getValue() - earlier.nanos.getOrDefault(thread.getKey(), 0L);
            if (more < 0) {
                return OptionalLong.empty();
            }
            sum += more;
        }
        return sum > 0 && nanos.keySet().containsAll(earlier.nanos.keySet())
                ? OptionalLong.of(sum)
                : OptionalLong.empty();
    }
}
