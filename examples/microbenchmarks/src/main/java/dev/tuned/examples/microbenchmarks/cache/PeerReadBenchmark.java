/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import com.alicp.jetcache.MultiLevelCacheBuilder;
import com.alicp.jetcache.embedded.CaffeineCacheBuilder;
import com.alicp.jetcache.embedded.LinkedHashMapCacheBuilder;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.NearCacheConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.cache.Cache;
import org.springframework.data.couchbase.SimpleCouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager.CouchbaseCacheManagerBuilder;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.manager.TunedCacheManager;

/**
 * A read of a key that each cache has seen before: ours, JetCache's two levels (its remote one stood in for by a map, which a
 * hit does not reach), Hazelcast's near cache on a member, and Spring Data Couchbase's cache, which has no level in the
 * process. Plain Caffeine is the limit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PeerReadBenchmark {

    private static final String REGION = "products";
    private static final int ENTRIES = 10_000;
    private static final Duration TTL = Duration.ofHours(1);

    /** The limit. */
    @State(Scope.Benchmark)
    public static class CaffeineState {

        private final com.github.benmanes.caffeine.cache.Cache<Object, Object> cache =
                Caffeine.newBuilder().maximumSize(ENTRIES).expireAfterWrite(TTL).build();

        /** Puts the value. */
        @Setup
        public void start() {
            cache.put(Product.KEY, Product.sample());
        }
    }

    /** Ours, by its typed face. */
    @State(Scope.Benchmark)
    public static class TunedState {

        private final TunedCacheManager manager = new TunedCacheManager(
                TunedState::settings,
                region -> null,
                JsonMapper.builder().build(),
                null,
                "",
                region -> task -> task,
                InvalidationChannel.NONE);
        private final NearCache<Product> cache = manager.nearCache(REGION, Product.class);

        /** Puts the value. */
        @Setup
        public void start() {
            cache.put(Product.KEY, Product.sample());
        }

        /** Ends its threads. */
        @TearDown
        public void stop() {
            manager.destroy();
        }

        private static RegionSettings settings(String name) {
            RegionSettings settings = new RegionSettings();
            settings.getL1().setMaximumSize((long) ENTRIES);
            settings.getL1().setTtl(TTL);
            settings.getL2().setEnabled(false);
            return settings;
        }
    }

    /** JetCache with two levels. */
    @State(Scope.Benchmark)
    public static class JetCacheState {

        private com.alicp.jetcache.@Nullable Cache<Object, Object> cache;

        /** Puts the value. */
        @Setup
        public void start() {
            com.alicp.jetcache.Cache<Object, Object> local = CaffeineCacheBuilder.createCaffeineCacheBuilder()
                    .limit(ENTRIES)
                    .expireAfterWrite(TTL.toMinutes(), TimeUnit.MINUTES)
                    .buildCache();
            com.alicp.jetcache.Cache<Object, Object> remote =
                    LinkedHashMapCacheBuilder.createLinkedHashMapCacheBuilder()
                            .limit(ENTRIES)
                            .expireAfterWrite(TTL.toMinutes(), TimeUnit.MINUTES)
                            .buildCache();
            cache = MultiLevelCacheBuilder.createMultiLevelCacheBuilder()
                    .addCache(local, remote)
                    .expireAfterWrite(TTL.toMinutes(), TimeUnit.MINUTES)
                    .buildCache();
            cache.put(Product.KEY, Product.sample());
        }
    }

    /** Hazelcast's near cache. */
    @State(Scope.Benchmark)
    public static class HazelcastState {

        private @Nullable HazelcastInstance member;
        private com.hazelcast.map.@Nullable IMap<String, Product> map;

        /** Starts a member that looks for no others, and puts the value. */
        @Setup
        public void start() {
            Config config = new Config().setProperty("hazelcast.phone.home.enabled", "false");
            config.setProperty("hazelcast.socket.bind.any", "false");
            config.getNetworkConfig().setPort(0).setPublicAddress("127.0.0.1");
            config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
            config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
            config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
            config.addMapConfig(new MapConfig(REGION)
                    .setNearCacheConfig(new NearCacheConfig()
                            .setInMemoryFormat(InMemoryFormat.OBJECT)
                            .setCacheLocalEntries(true)));
            member = Hazelcast.newHazelcastInstance(config);
            map = member.getMap(REGION);
            map.put(Product.KEY, Product.sample());
            map.get(Product.KEY);
        }

        /** Ends the member. */
        @TearDown
        public void stop() {
            Objects.requireNonNull(member).shutdown();
        }
    }

    /** Spring Data Couchbase's cache. */
    @State(Scope.Benchmark)
    public static class SpringDataState {

        private @Nullable LoopbackCouchbase couchbase;
        private @Nullable Cache cache;

        /** Connects and puts the value. */
        @Setup
        public void start() throws Exception {
            couchbase = new LoopbackCouchbase();
            cache = CouchbaseCacheManagerBuilder.fromConnectionFactory(
                            new SimpleCouchbaseClientFactory(couchbase.cluster(), LoopbackCouchbase.BUCKET, null))
                    .build()
                    .getCache(REGION);
            Objects.requireNonNull(cache).put(Product.KEY, Product.sample());
        }

        /** Disconnects. */
        @TearDown
        public void stop() throws Exception {
            Objects.requireNonNull(couchbase).close();
        }
    }

    @Benchmark
    public @Nullable Object plainCaffeine(CaffeineState state) {
        return state.cache.getIfPresent(Product.KEY);
    }

    @Benchmark
    public @Nullable Object tuned(TunedState state) {
        return state.cache.get(Product.KEY);
    }

    @Benchmark
    public @Nullable Object jetCache(JetCacheState state) {
        return Objects.requireNonNull(state.cache).get(Product.KEY);
    }

    @Benchmark
    public @Nullable Object hazelcastNearCache(HazelcastState state) {
        return Objects.requireNonNull(state.map).get(Product.KEY);
    }

    @Benchmark
    public @Nullable Object springDataCouchbase(SpringDataState state) {
        return Objects.requireNonNull(state.cache).get(Product.KEY);
    }
}
