/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.MemoryBudget;
import dev.tuned.cache.value.ValueCodec;

/** L2 of the region of products as one process has it. Several of them on one store are several processes. */
final class RemoteNode implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** The clock by which the length of a load is told. */
    final AtomicLong now = new AtomicLong();

    private final TestChannel channel = new TestChannel();

    /** Keys whose change got through late; {@code *} for all. */
    final List<String> late = channel.published;

    final RemoteCache tier;
    private final ScheduledExecutorService scheduler;

    RemoteNode(L2Store store) {
        this(store, Settings.plain());
    }

    RemoteNode(L2Store store, RegionSettings settings) {
        this(store, settings, Executors.newSingleThreadScheduledExecutor());
    }

    RemoteNode(L2Store store, RegionSettings settings, ScheduledExecutorService scheduler) {
        this.scheduler = scheduler;
        RemoteContext context = new RemoteContext(store, "cache", now::get, new MemoryBudget(), scheduler, channel);
        this.tier = new RemoteCache(
                "products", settings, context, new ValueCodec(MAPPER, MAPPER.constructType(Product.class), 1));
    }

    RemoteRead read(Object key) {
        return tier.read(key).join();
    }

    Outcome outcome(Object key) {
        return read(key).outcome();
    }

    /** What L2 has under a key, {@code null} where it has none. */
    @Nullable
    Object value(Object key) {
        return tier.decode(read(key)).value();
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
