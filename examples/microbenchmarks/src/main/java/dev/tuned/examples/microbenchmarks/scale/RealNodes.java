/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.examples.microbenchmarks.cache.LoopbackCouchbase;

/** Invalidation logs as in so many processes, on one Couchbase, through one connection. */
final class RealNodes implements AutoCloseable {

    private static final String PREFIX = "scale";
    private static final Duration MAX = Duration.ofMinutes(1);

    private final Histogram delays = new SynchronizedHistogram(3);
    private final CountingStore store;
    private final List<CouchbaseInvalidationLog> nodes;
    private int written;

    RealNodes(LoopbackCouchbase couchbase, int count, Duration poll, Duration batchWindow) {
        String prefix = PREFIX + System.nanoTime();
        store = new CountingStore(
                new CouchbaseStore(
                        () -> couchbase
                                .cluster()
                                .async()
                                .bucket(LoopbackCouchbase.BUCKET)
                                .defaultCollection(),
                        DurabilityLevel.NONE),
                prefix + ":inv");
        LogSettings settings = LogSettings.of(poll, Duration.ofMinutes(5), Duration.ofSeconds(30), batchWindow);
        nodes = IntStream.range(0, count)
                .mapToObj(i -> new CouchbaseInvalidationLog(store, settings, prefix))
                .toList();
        nodes.forEach(node -> node.start(new Arrivals()));
        await(() -> nodes.stream().allMatch(node -> node.statistics().sinceLastPoll() != null));
    }

    /** The key is the time of the write. */
    private final class Arrivals implements InvalidationListener {

        @Override
        public void invalidated(Invalidation invalidation) {
            String key = invalidation.key();
            if (key != null) {
                delays.recordValue((System.nanoTime() - Long.parseLong(key.substring(1))) / 1000);
            }
        }

        @Override
        public void lost(String reason) {
            // Only at the start, when there is nothing to lose.
        }
    }

    /** Tells of a write on one of the nodes. */
    void write(int node) {
        written++;
        nodes.get(node).publish(new Invalidation("products", "w%014d".formatted(System.nanoTime())));
    }

    /** Writes at random moments for a while, and measures. */
    Load load(double writesPerSecond, Duration time) {
        SplittableRandom random = new SplittableRandom(1);
        delays.reset();
        long operations = store.operations.sum();
        long onCounters = store.onCounters.sum();
        long bytes = store.bytes.sum();
        long start = System.nanoTime();
        long next = start;
        while (next - start < time.toNanos()) {
            next += (long) (-Math.log(1 - random.nextDouble()) / writesPerSecond * 1e9);
            while (next - System.nanoTime() > 0) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            write(random.nextInt(nodes.size()));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Load(
                (store.operations.sum() - operations) / seconds,
                (store.onCounters.sum() - onCounters) / seconds,
                (store.bytes.sum() - bytes) / seconds,
                delays.getMean() / 1e6,
                delays.getValueAtPercentile(99) / 1e6);
    }

    /** Until every node has been told of every write of the others. */
    void awaitArrival() {
        long expected = (long) written * (nodes.size() - 1);
        await(() -> statistics().stream()
                        .mapToLong(InvalidationStatistics::received)
                        .sum()
                >= expected);
    }

    List<InvalidationStatistics> statistics() {
        return nodes.stream().map(CouchbaseInvalidationLog::statistics).toList();
    }

    /** Seconds to Couchbase and back, the median of many. */
    double roundTrip() {
        double[] seconds = IntStream.range(0, 501)
                .mapToDouble(i -> {
                    long start = System.nanoTime();
                    store.get("absent", MAX).join();
                    return (System.nanoTime() - start) / 1e9;
                })
                .sorted()
                .toArray();
        return seconds[seconds.length / 2];
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + MAX.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The nodes did not hear of everything in " + MAX);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Override
    public void close() {
        nodes.forEach(CouchbaseInvalidationLog::close);
    }
}
