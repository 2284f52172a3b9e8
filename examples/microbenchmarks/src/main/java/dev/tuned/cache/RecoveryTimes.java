/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;

/**
 * Prints how long Couchbase's client takes to use a server again that was away, by kind of outage and connect timeout.
 * Arguments: {@code [seconds of outage [rounds [outage]]]}.
 */
public final class RecoveryTimes {

    private RecoveryTimes() {}

    /** Ways for a server to be away. */
    enum Outage {
        REFUSE,
        RESET,
        SILENT,
        SILENT_TO_NEW_CONNECTIONS,
        AWAY_AT_START
    }

    public static void main(String[] args) throws Exception {
        LoggingSystem.get(RecoveryTimes.class.getClassLoader()).setLogLevel("com.couchbase", LogLevel.ERROR);
        long seconds = (args.length > 0) ? Long.parseLong(args[0]) : 5;
        int rounds = (args.length > 1) ? Integer.parseInt(args[1]) : 3;
        ExecutorService runs = Executors.newCachedThreadPool();
        try (MockCouchbase couchbase = new MockCouchbase()) {
            System.out.println(
                    "outage of " + seconds + " s; milliseconds until the first answer, " + rounds + " rounds");
            for (Outage outage : (args.length > 2) ? List.of(Outage.valueOf(args[2])) : List.of(Outage.values())) {
                for (int connectSeconds : new int[] {10, 5, 2}) {
                    List<Future<Long>> results = new ArrayList<>();
                    for (int round = 0; round < rounds; round++) {
                        long pause = seconds * 1000 + round * 700L;
                        results.add(runs.submit(() -> run(couchbase.port(), outage, connectSeconds, pause)));
                    }
                    StringBuilder line = new StringBuilder(String.format("%-26s connect=%2ds", outage, connectSeconds));
                    for (Future<Long> result : results) {
                        line.append(String.format(" %6d", result.get()));
                    }
                    System.out.println(line);
                }
            }
        } finally {
            runs.shutdownNow();
        }
    }

    private static long run(int port, Outage outage, int connectSeconds, long pauseMillis) throws Exception {
        try (ChaosProxy proxy = new ChaosProxy(port)) {
            if (outage == Outage.AWAY_AT_START) {
                proxy.refuse();
            }
            Cluster cluster = Cluster.connect(
                    "couchbase://127.0.0.1:" + proxy.port(),
                    ClusterOptions.clusterOptions(MockCouchbase.BUCKET, MockCouchbase.PASSWORD)
                            .environment(env -> env.timeoutConfig(
                                    timeouts -> timeouts.connectTimeout(Duration.ofSeconds(connectSeconds)))));
            try {
                L2Store store = new CouchbaseStore(
                        () -> cluster.async().bucket(MockCouchbase.BUCKET).defaultCollection(), DurabilityLevel.NONE);
                if (outage != Outage.AWAY_AT_START) {
                    untilAnswer(store);
                }
                begin(proxy, outage);
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
                while (System.nanoTime() < end) {
                    ask(store);
                }
                proxy.restore();
                return untilAnswer(store);
            } finally {
                cluster.disconnect();
            }
        }
    }

    private static void begin(ChaosProxy proxy, Outage outage) throws IOException {
        switch (outage) {
            case REFUSE, AWAY_AT_START -> proxy.refuse();
            case RESET -> proxy.reset();
            case SILENT -> proxy.swallow();
            case SILENT_TO_NEW_CONNECTIONS -> {
                proxy.swallow();
                proxy.reset();
            }
        }
    }

    private static long untilAnswer(L2Store store) throws InterruptedException {
        long start = System.nanoTime();
        while (!ask(store)) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(60)) {
                return -1;
            }
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static boolean ask(L2Store store) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        store.get("x", Duration.ofMillis(250))
                .exceptionally(error -> {
                    failure.set(error);
                    return null;
                })
                .join();
        TimeUnit.MILLISECONDS.sleep(50);
        return failure.get() == null;
    }
}
