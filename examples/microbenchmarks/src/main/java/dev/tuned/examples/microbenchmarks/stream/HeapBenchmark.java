/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Measures what a small heap makes of files that stay in memory: CPU time and pauses for garbage collection of a server's process
 * with the upload starter and without, for the same number of requests, in launches that take turns. Arguments: megabytes of heap,
 * kilobytes of the file, launches of each, requests that are measured (128, 500, 5, 6000).
 */
public final class HeapBenchmark {

    private static final int CONNECTIONS = 8;

    /** CPU time of a request, and pauses of a thousand. */
    private record Cost(double cpuMillis, double pauseMillis, double pauses) {}

    private HeapBenchmark() {}

    public static void main(String[] args) throws IOException {
        int heap = argument(args, 0, 128);
        int size = argument(args, 1, 500) * 1024;
        int launches = argument(args, 2, 5);
        int requests = argument(args, 3, 6_000);
        List<Cost> stock = new ArrayList<>();
        List<Cost> tuned = new ArrayList<>();
        for (int i = 0; i < launches; i++) {
            if (i % 2 == 0) {
                stock.add(launch(heap, size, requests, false));
                tuned.add(launch(heap, size, requests, true));
            } else {
                tuned.add(launch(heap, size, requests, true));
                stock.add(launch(heap, size, requests, false));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "Java %s, heap of %d MB, file of %d KB, %d launches of %d requests on %d connections%n",
                System.getProperty("java.version"),
                heap,
                size / 1024,
                launches,
                requests,
                CONNECTIONS);
        System.out.println("| mean (and extremes) of the launches | stock | starter | ratio of the means |");
        System.out.println("|---|--:|--:|--:|");
        print("CPU time per request, ms", stock, tuned, Cost::cpuMillis);
        print("pauses per 1,000 requests, ms", stock, tuned, Cost::pauseMillis);
        print("pauses per 1,000 requests", stock, tuned, Cost::pauses);
    }

    private static int argument(String[] args, int index, int otherwise) {
        return (args.length > index) ? Integer.parseInt(args[index]) : otherwise;
    }

    private static Cost launch(int heap, int size, int requests, boolean starter) throws IOException {
        try (ServerProcess server = ServerProcess.start(heap, List.of("--tuned.upload.enabled=" + starter))) {
            Load load = Load.form(size, CONNECTIONS);
            load.run(server, requests / CONNECTIONS / 2); // Warm-up.
            long[] before = server.pauses();
            double cpu = load.run(server, requests / CONNECTIONS) * size / 1e6;
            long[] after = server.pauses();
            double thousands = requests / 1_000.0;
            return new Cost(cpu, (after[0] - before[0]) / thousands, (after[1] - before[1]) / thousands);
        }
    }

    private static void print(String label, List<Cost> stock, List<Cost> tuned, ToDoubleFunction<Cost> value) {
        DoubleSummaryStatistics without = stock.stream().mapToDouble(value).summaryStatistics();
        DoubleSummaryStatistics with = tuned.stream().mapToDouble(value).summaryStatistics();
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f (%.2f – %.2f) | %.2f (%.2f – %.2f) | %.2f |%n",
                label,
                without.getAverage(),
                without.getMin(),
                without.getMax(),
                with.getAverage(),
                with.getMin(),
                with.getMax(),
                with.getAverage() / without.getAverage());
    }
}
