/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.CouchbaseStore;

/**
 * Prints how long a change takes from one process to two others, with the default times and a connection for each.
 * Arguments: {@code [connection-string username password bucket]}, otherwise CouchbaseMock in this JVM.
 */
final class InvalidationDelay {

    private static final int CHANGES = 1_200;
    private static final int WARM_UP = 200;
    private static final LogSettings SETTINGS =
            LogSettings.of(Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10));

    private InvalidationDelay() {}

    private record Arrivals(Queue<Long> delays) implements InvalidationListener {

        @Override
        public void invalidated(Invalidation invalidation) {
            delays.add(System.nanoTime() - Long.parseLong(String.valueOf(invalidation.key())));
        }

        @Override
        public void lost(String reason) {
            System.out.println("lost: " + reason);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LoggingSystem.get(InvalidationDelay.class.getClassLoader()).setLogLevel("com.couchbase", LogLevel.ERROR);
        Queue<Long> delays = new ConcurrentLinkedQueue<>();
        List<Cluster> clusters = new ArrayList<>();
        List<CouchbaseInvalidationLog> logs = new ArrayList<>();
        try (MockCouchbase couchbase = new MockCouchbase()) {
            String mock = "couchbase://127.0.0.1:" + couchbase.port();
            String[] named = (args.length == 4)
                    ? args
                    : new String[] {mock, MockCouchbase.BUCKET, MockCouchbase.PASSWORD, MockCouchbase.BUCKET};
            for (int i = 0; i < 3; i++) {
                Cluster cluster = Cluster.connect(named[0], named[1], named[2]);
                clusters.add(cluster);
                CouchbaseStore store = new CouchbaseStore(
                        () -> cluster.async().bucket(named[3]).defaultCollection(), DurabilityLevel.NONE);
                CouchbaseInvalidationLog log = new CouchbaseInvalidationLog(store, SETTINGS, "cache");
                log.start(new Arrivals(delays));
                logs.add(log);
            }
            while (logs.stream().anyMatch(log -> log.statistics().sinceLastPoll() == null)) {
                Thread.sleep(100);
            }
            change(logs.get(0), WARM_UP);
            delays.clear();
            change(logs.get(0), CHANGES);
            List<Long> sorted = delays.stream().sorted().toList();
            System.out.printf(
                    "%d arrivals of %d changes at two others, ms: p50 %.0f, p99 %.0f, max %.0f%n",
                    sorted.size(), CHANGES, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
            logs.forEach(CouchbaseInvalidationLog::close);
            clusters.forEach(Cluster::disconnect);
        }
    }

    private static void change(CouchbaseInvalidationLog log, int changes) throws InterruptedException {
        Random random = new Random(1);
        for (int i = 0; i < changes; i++) {
            Thread.sleep(random.nextInt(100));
            log.publish(new Invalidation("products", Long.toString(System.nanoTime())));
        }
        Thread.sleep(2_000);
    }

    private static double at(List<Long> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
    }
}
