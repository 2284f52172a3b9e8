/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

import java.time.Duration;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

import dev.tuned.examples.microbenchmarks.cache.LoopbackCouchbase;

/**
 * Prints what the invalidation log costs Couchbase, and how long it takes, by nodes and writes: modelled and simulated for up to
 * 1,000 nodes, measured for as many as fit here beside the model for the same. Takes about two minutes.
 */
public final class LogScale {

    private static final double ROUND_TRIP = 0.0005;
    private static final long SEED = 1;

    private LogScale() {}

    public static void main(String[] args) throws Exception {
        LoggingSystem.get(LogScale.class.getClassLoader()).setLogLevel("com.couchbase", LogLevel.ERROR);
        byNodesAndWrites();
        bySettings();
        measured();
    }

    private static void byNodesAndWrites() {
        System.out.println("poll 500 ms, batch window 10 ms, round trip 0.5 ms: model / simulation");
        header();
        for (int nodes : new int[] {2, 10, 32, 100, 316, 1000}) {
            for (int writes : new int[] {10, 100, 1000, 10_000}) {
                modelled(new Cluster(nodes, writes, 0.5, 0.01, ROUND_TRIP));
            }
        }
    }

    private static void bySettings() {
        System.out.printf("%nThe same with other settings: model / simulation%n");
        header();
        for (double poll : new double[] {0.1, 0.5, 2}) {
            for (double window : new double[] {0, 0.01, 0.1, 1}) {
                modelled(new Cluster(100, 10_000, poll, window, ROUND_TRIP));
            }
        }
    }

    private static void header() {
        System.out.printf(
                "%5s %6s %6s %6s | %19s | %15s | %15s | %13s | %13s%n",
                "nodes", "writes", "poll", "window", "commands/s", "on the counter", "kB/s", "mean ms", "p99 ms");
    }

    private static void modelled(Cluster cluster) {
        double seconds = Math.max(5, Math.min(200, 2000 / cluster.writes()));
        print(cluster, new LogModel(cluster).load(), new LogSimulation(cluster, seconds, SEED).run());
    }

    private static void print(Cluster cluster, Load first, Load second) {
        System.out.printf(
                "%5d %6.0f %6.0f %6.0f | %9.0f %9.0f | %7.0f %7.0f | %7.0f %7.0f | %6.0f %6.0f | %6.0f %6.0f%n",
                cluster.nodes(),
                cluster.writes(),
                cluster.poll() * 1e3,
                cluster.batchWindow() * 1e3,
                first.operations(),
                second.operations(),
                first.onCounter(),
                second.onCounter(),
                first.bytes() / 1e3,
                second.bytes() / 1e3,
                first.meanDelay() * 1e3,
                second.meanDelay() * 1e3,
                first.p99Delay() * 1e3,
                second.p99Delay() * 1e3);
    }

    private static void measured() throws Exception {
        System.out.printf("%nReal nodes on CouchbaseMock in this JVM: model / measured%n");
        header();
        try (LoopbackCouchbase couchbase = new LoopbackCouchbase()) {
            for (int nodes : new int[] {2, 4, 8, 16, 32}) {
                try (RealNodes real = new RealNodes(couchbase, nodes, Duration.ofMillis(500), Duration.ofMillis(10))) {
                    real.load(50, Duration.ofSeconds(2));
                    double roundTrip = real.roundTrip();
                    Load load = real.load(50, Duration.ofSeconds(15));
                    Cluster cluster = new Cluster(nodes, 50, 0.5, 0.01, roundTrip);
                    print(cluster, new LogModel(cluster).load(), load);
                }
            }
        }
    }
}
