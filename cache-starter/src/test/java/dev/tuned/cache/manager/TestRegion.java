/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.store.StoredDocument;

/** One region, of products unless a test says otherwise, on a store and a clock of the test's own, as one process has it. */
final class TestRegion implements AutoCloseable {

    static final Duration TTL = Duration.ofSeconds(60);
    static final Duration STALE = Duration.ofMinutes(10);
    /** Longer than any test waits. */
    static final Duration PATIENT = Duration.ofMinutes(5);

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    final AtomicLong now = new AtomicLong();
    final Store store;
    final List<Invalidation> published = new CopyOnWriteArrayList<>();
    final RegionUnderTest region;
    private final TunedCacheManager manager;

    TestRegion(Store store, RegionSettings settings) {
        this(store, settings, builder -> {});
    }

    TestRegion(Store store, RegionSettings settings, Consumer<ManagerBuilder> more) {
        this(store, settings, MAPPER.constructType(Product.class), more);
    }

    TestRegion(Store store, RegionSettings settings, JavaType type) {
        this(store, settings, type, builder -> {});
    }

    private TestRegion(Store store, RegionSettings settings, JavaType type, Consumer<ManagerBuilder> more) {
        this.store = store;
        ManagerBuilder builder = ManagerBuilder.of(name -> settings, name -> type, MAPPER)
                .store(Settings.monitored(store), "cache")
                .channel(new Published())
                .ticker(now::get);
        more.accept(builder);
        this.manager = builder.build();
        this.region = new RegionUnderTest(manager.getCache("products").region());
    }

    static RegionSettings settings(double refreshAhead, Duration stale, Duration softTimeout) {
        RegionSettings times = Settings.withTimes(Settings.plain(), stale, Duration.ofSeconds(5));
        RegionSettings local = Settings.with(times, Settings.l1(10_000L, TTL, 0.0, refreshAhead));
        return Settings.with(local, Settings.l2(true, Duration.ofMinutes(10), softTimeout, Duration.ofMillis(250)));
    }

    static Consumer<ManagerBuilder> decorated(TaskDecorator decorator) {
        return builder -> builder.taskDecorators(region -> decorator);
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** Puts a value into L2 as another process does, without a message. */
    void putElsewhere(Object key, Product value) {
        try (TestRegion other = new TestRegion(store, Settings.plain())) {
            other.region.put(key, value);
        }
    }

    @Nullable
    Object inL1(Object key) {
        Entry entry = region.hit(key);
        return (entry != null) ? entry.value() : null;
    }

    RegionCounters counters() {
        return region.counters();
    }

    long stale(StaleReason reason) {
        return counters().stale(reason).sum();
    }

    @Override
    public void close() {
        manager.destroy();
    }

    /** Nobody else is there to tell. */
    private final class Published implements InvalidationChannel {

        @Override
        public void start(InvalidationListener listener) {}

        @Override
        public void publish(Invalidation change) {
            published.add(change);
        }

        @Override
        public void close() {}
    }

    /** Holds back what it answers to reads; what it answers is settled when it is asked. */
    static final class Store extends FakeStore {

        volatile CompletableFuture<?> getGate = CompletableFuture.completedFuture(null);

        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            CompletableFuture<@Nullable StoredDocument> answer = super.get(id, timeout);
            return getGate.thenCompose(open -> answer);
        }
    }
}
