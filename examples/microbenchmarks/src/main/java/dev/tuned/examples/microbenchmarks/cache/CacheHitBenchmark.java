/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.cache.Cache;

/**
 * A hit by Spring's {@code Cache} on the same Redis: from the memory in front of it, and as stock reads it. Both decode the
 * value, a text of 200 characters, by the JDK's serialization. Needs {@code redis-server} on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheHitBenchmark {

    private static final int READS = 8192;
    private static final int LENGTH = 200;

    @Param({"1", "8192"})
    private int keys;

    @Param({"true", "false"})
    private boolean near;

    private final String[] order = new String[READS];
    private LocalRedis redis;
    private CachingApplication application;
    private Cache cache;

    /** Where a thread is in the order of reads. */
    @State(Scope.Thread)
    public static class Position {

        private int next;
    }

    /** Starts Redis and the application, and reads each key twice: the first read of a key may come from Redis. */
    @Setup
    public void start() throws IOException, InterruptedException {
        redis = LocalRedis.start();
        application = new CachingApplication(redis, near);
        cache = application.cache();
        IntStream.range(0, READS).forEach(i -> order[i] = Integer.toString(i * 7919 % keys));
        for (String key : order) {
            cache.put(key, "product " + key + "x".repeat(LENGTH));
        }
        for (int round = 0; round < 2; round++) {
            for (String key : order) {
                cache.get(key);
            }
        }
    }

    /** Stops both. */
    @TearDown
    public void stop() {
        application.close();
        redis.close();
    }

    @Benchmark
    public Cache.@Nullable ValueWrapper get(Position position) {
        return cache.get(order[position.next++ & READS - 1]);
    }
}
