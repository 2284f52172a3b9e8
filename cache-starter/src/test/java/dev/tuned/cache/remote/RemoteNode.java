/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Keys whose change got through late; {@code *} for all. */
    final List<String> late = new CopyOnWriteArrayList<>();

    final RemoteLevel tier;
    final MemoryBudget budget = new MemoryBudget();

    /** How many of the next calls throw: of the listener of late changes, of the scheduler, of the ticker. */
    final AtomicInteger lateFailures = new AtomicInteger();

    final AtomicInteger unavailableSchedules = new AtomicInteger();
    final AtomicInteger throwingTicks = new AtomicInteger();

    private final ScheduledExecutorService scheduler = new ScheduledThreadPoolExecutor(1) {

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            throwWhile(unavailableSchedules);
            return super.schedule(task, delay, unit);
        }
    };

    RemoteNode(L2Store store) {
        this(store, Settings.plain());
    }

    RemoteNode(L2Store store, RegionSettings settings) {
        RemoteContext context = new RemoteContext(store, "cache", this::time, budget, scheduler, (region, key) -> {
            throwWhile(lateFailures);
            late.add((key != null) ? key : "*");
        });
        this.tier = new RemoteLevel(
                "products", settings, context, ValueCodec.of(MAPPER, MAPPER.constructType(Product.class), 1));
    }

    private static void throwWhile(AtomicInteger left) {
        if (left.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            throw new OutOfMemoryError("thrown by a test");
        }
    }

    private long time() {
        throwWhile(throwingTicks);
        return now.get();
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
        VersionedValue hit = tier.decode(read(key));
        return (hit != null) ? hit.value() : null;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
