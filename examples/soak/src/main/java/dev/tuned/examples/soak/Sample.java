/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.Shell;

/**
 * The resources of the service while it gets no requests.
 *
 * @param heapBytes the heap after a collection
 * @param threads the operating system's threads of the process without those of Tomcat's pool, which keeps up to {@code
 *     server.tomcat.threads.max} of them
 * @param descriptors its open files and sockets
 * @param temporaryFiles files in its temporary directory
 */
record Sample(long heapBytes, int threads, int descriptors, int temporaryFiles) {

    private static final long HEAP_MARGIN = 24L << 20;
    private static final int MARGIN = 12;

    static Sample of(ServiceProcess service, JavaRuntime java) throws IOException, InterruptedException {
        String pid = Long.toString(service.pid());
        Path jcmd = java.java().resolveSibling("jcmd");
        if (Files.isExecutable(jcmd)) {
            Shell.run(jcmd.toString(), pid, "GC.run");
        }
        return new Sample(
                Math.round(Catalog.meter(service, "jvm.memory.used?tag=area:heap")),
                threads(Path.of("/proc", pid, "task")),
                count(Path.of("/proc", pid, "fd")),
                temporaryFiles(service.directory().resolve("tmp")).size());
    }

    private static int threads(Path tasks) throws IOException {
        try (Stream<Path> threads = Files.list(tasks)) {
            return Math.toIntExact(
                    threads.filter(thread -> !isOfThePool(thread)).count());
        }
    }

    private static boolean isOfThePool(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).startsWith("http-nio-");
        } catch (IOException ex) {
            // It has ended meanwhile.
            return false;
        }
    }

    private static int count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return Math.toIntExact(entries.count());
        }
    }

    static List<Path> temporaryFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !SmallDisk.isFiller(file))
                    // Held as long as the service lives: it tells whose files a crash has left.
                    .filter(file -> !file.toString().endsWith(".lock"))
                    .toList();
        }
    }

    /** The resources that have grown since an earlier sample by more than they vary. */
    List<String> growthSince(Sample earlier) {
        return Stream.of(
                        grown("heap", heapBytes, earlier.heapBytes + Math.max(HEAP_MARGIN, earlier.heapBytes / 4)),
                        grown("threads", threads, earlier.threads + MARGIN),
                        grown("descriptors", descriptors, earlier.descriptors + MARGIN),
                        grown("temporary files", temporaryFiles, earlier.temporaryFiles))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String grown(String what, long now, long most) {
        return now > most ? what + ": " + now + ", more than " + most : "";
    }

    @Override
    public String toString() {
        return (heapBytes >> 20) + " MB of heap, " + threads + " threads outside Tomcat's pool, " + descriptors
                + " descriptors, " + temporaryFiles + " temporary files";
    }
}
