/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.tuned.examples.microbenchmarks.PairedRatios;

/**
 * Measures what streaming a multipart body costs a server's process beside reading a raw one, drained and to a file: CPU time
 * per byte, in rounds whose order turns round each time. Arguments go to the server, such as
 * {@code --server.tomcat.threads.max=8}.
 */
public final class StreamBenchmark {

    private static final int ROUNDS = 8;
    private static final double WARM_UP_SECONDS = 2;
    private static final double ROUND_SECONDS = 1;

    private StreamBenchmark() {}

    public static void main(String[] args) throws IOException {
        try (ServerProcess server = ServerProcess.start(256, List.of(args))) {
            System.out.printf("server: Java %s %s%n", System.getProperty("java.version"), String.join(" ", args));
            System.out.println("| body | to | raw ns/B | stream ns/B | stream's rate, raw = 1 | 95 % interval |");
            System.out.println("|---|---|--:|--:|--:|---|");
            compare(server, "500 KB", 500 * 1024, 4);
            compare(server, "64 MB", 64 * 1024 * 1024, 2);
        }
    }

    private static void compare(ServerProcess server, String label, int size, int connections) throws IOException {
        for (String to : List.of("drain", "file")) {
            List<Load> loads = Load.rawAndMultipart(to, size, connections);
            Map<Load, List<Double>> nanosPerByte = new LinkedHashMap<>();
            Map<Load, Integer> requests = new LinkedHashMap<>();
            for (Load load : loads) {
                requests.put(load, load.warmUp(server, WARM_UP_SECONDS, ROUND_SECONDS));
                nanosPerByte.put(load, new ArrayList<>());
            }
            for (Load load : loads) {
                load.warmUp(server, WARM_UP_SECONDS, ROUND_SECONDS);
            }
            List<Load> order = new ArrayList<>(loads);
            for (int round = 0; round < ROUNDS; round++) {
                for (Load load : order) {
                    nanosPerByte.get(load).add(load.run(server, requests.getOrDefault(load, 1)));
                }
                Collections.reverse(order);
            }
            print(label, to, nanosPerByte.get(loads.get(0)), nanosPerByte.get(loads.get(1)));
        }
    }

    private static void print(String label, String to, List<Double> raw, List<Double> stream) {
        PairedRatios ratios = PairedRatios.of(raw, stream);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.3f | %.3f | %.2f | %.2f – %.2f |%n",
                label,
                to,
                PairedRatios.geometricMean(raw),
                PairedRatios.geometricMean(stream),
                ratios.mean(),
                ratios.low(),
                ratios.high());
    }
}
