/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.region.BackgroundExecutor;
import dev.tuned.cache.store.DaemonThreads;
import dev.tuned.cache.store.MonitoredStore;

/** Managers for tests, which without more are L1 only and have what applications have. */
public final class ManagerBuilder {

    private final Function<String, RegionSettings> settings;
    private final RegionValueTypes types;
    private Ticker ticker = Ticker.systemTicker();
    private @Nullable MonitoredStore store;
    private String keyPrefix = "";
    private Function<String, TaskDecorator> decorators = region -> task -> task;
    private BackgroundExecutor background = new BackgroundExecutor(16, 1_000);
    private InvalidationChannel channel = InvalidationChannel.NONE;
    private ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("repeat-"));

    private ManagerBuilder(Function<String, RegionSettings> settings, RegionValueTypes types) {
        this.settings = settings;
        this.types = types;
    }

    public static ManagerBuilder of(
            Function<String, RegionSettings> settings, Function<String, @Nullable JavaType> types, JsonMapper mapper) {
        return new ManagerBuilder(settings, new RegionValueTypes(types, mapper));
    }

    public ManagerBuilder store(MonitoredStore l2, String prefix) {
        this.store = l2;
        this.keyPrefix = prefix;
        return this;
    }

    ManagerBuilder taskDecorators(Function<String, TaskDecorator> byRegion) {
        this.decorators = byRegion;
        return this;
    }

    ManagerBuilder background(int size, int waiting) {
        this.background = new BackgroundExecutor(size, waiting);
        return this;
    }

    ManagerBuilder channel(InvalidationChannel transport) {
        this.channel = transport;
        return this;
    }

    ManagerBuilder ticker(Ticker other) {
        this.ticker = other;
        return this;
    }

    ManagerBuilder scheduler(ScheduledExecutorService other) {
        this.scheduler = other;
        return this;
    }

    public TunedCacheManager build() {
        return new TunedCacheManager(
                settings, types, store, keyPrefix, decorators, channel, ticker, background, scheduler);
    }
}
