/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.task.TaskDecorator;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeFactory;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.region.BackgroundExecutor;
import dev.tuned.cache.region.Region;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteContext;
import dev.tuned.cache.store.DaemonThreads;
import dev.tuned.cache.store.MonitoredStore;
import dev.tuned.cache.store.StoreState;
import dev.tuned.cache.value.MemoryBudget;
import dev.tuned.cache.value.ValueCodec;

/** The near cache's regions, each of which is created when it is first requested. Thread-safe. */
public final class TunedCacheManager implements NearCacheManager, DisposableBean {

    private static final Log log = LogFactory.getLog(TunedCacheManager.class);

    /** With loads of 19 ms each, 16 threads make 840 loads a second. */
    private static final int THREADS = 16;

    private static final int QUEUE = 1_000;

    private final Map<String, RegionCache> regions = new ConcurrentHashMap<>();
    private final List<Consumer<RegionCache>> regionListeners = new CopyOnWriteArrayList<>();
    private final Function<String, RegionSettings> settings;
    private final BackgroundExecutor background;
    private final Region.Shared shared;
    private final RegionValueTypes types;
    private final ScheduledExecutorService scheduler;
    private final @Nullable MonitoredStore store;
    private final InvalidationChannel invalidations;
    private final @Nullable RemoteContext remoteContext;
    private final AtomicBoolean destroyed = new AtomicBoolean();

    /**
     * Creates a manager without regions, and starts its invalidation channel, which is closed with it.
     *
     * @param settings the settings of a region by its name
     * @param types the type of a region's values by its name, {@code null} where there is none: that region is L1 only
     * @param mapper writes and reads the documents in L2
     * @param store where values are kept beyond this process; {@code null} for L1 only
     * @param keyPrefix the first part of every document's key
     * @param decorators by the region's name what wraps each of its loads in the background, on the thread of the read that
     *     starts it: the place to carry over what loaders need of a caller's thread-locals
     * @param invalidations notifies other processes of changes, and is notified of theirs
     */
    public TunedCacheManager(
            Function<String, RegionSettings> settings,
            Function<String, @Nullable JavaType> types,
            JsonMapper mapper,
            @Nullable MonitoredStore store,
            String keyPrefix,
            Function<String, TaskDecorator> decorators,
            InvalidationChannel invalidations) {
        this(
                settings,
                new RegionValueTypes(types, mapper),
                store,
                keyPrefix,
                decorators,
                invalidations,
                Ticker.systemTicker(),
                new BackgroundExecutor(THREADS, QUEUE),
                Executors.newSingleThreadScheduledExecutor(new DaemonThreads("tuned-cache-repeat-")));
    }

    TunedCacheManager(
            Function<String, RegionSettings> settings,
            RegionValueTypes types,
            @Nullable MonitoredStore store,
            String keyPrefix,
            Function<String, TaskDecorator> decorators,
            InvalidationChannel invalidations,
            Ticker ticker,
            BackgroundExecutor background,
            ScheduledExecutorService scheduler) {
        this.settings = settings;
        this.types = types;
        this.store = store;
        this.invalidations = invalidations;
        this.background = background;
        this.scheduler = scheduler;
        this.shared = new Region.Shared(ticker, background, decorators, invalidations);
        this.remoteContext = (store != null)
                ? new RemoteContext(store, keyPrefix, ticker, new MemoryBudget(), scheduler, invalidations)
                : null;
        invalidations.start(new InvalidationDispatcher(regions));
    }

    @Override
    public RegionCache getCache(String name) {
        RegionCache region = regions.get(name);
        if (region != null) {
            return region;
        }
        RegionCache created = new RegionCache(new Region(name, settings.apply(name), shared, this::remote));
        RegionCache first = regions.putIfAbsent(name, created);
        if (first != null) {
            return first;
        }
        regionListeners.forEach(listener -> listener.accept(created));
        return created;
    }

    /**
     * Adds what is notified of every region that comes into being from now on, on the thread that asked for it first.
     *
     * @param listener quick; gets the region
     */
    public void addRegionListener(Consumer<RegionCache> listener) {
        regionListeners.add(listener);
    }

    @Override
    public <V> NearCache<V> nearCache(String name, Class<V> type) {
        return typed(name, ClassUtils.resolvePrimitiveIfNecessary(type));
    }

    @Override
    public <V> NearCache<V> nearCache(String name, ParameterizedTypeReference<V> type) {
        return typed(name, type.getType());
    }

    private <V> NearCache<V> typed(String name, Type type) {
        types.ask(name, TypeFactory.createDefaultInstance().constructType(type));
        return new TypedRegion<>(getCache(name).region());
    }

    @Override
    public Collection<String> getCacheNames() {
        return Set.copyOf(regions.keySet());
    }

    /** How L2 is doing, or {@code null} where there is none. */
    public @Nullable StoreState storeState() {
        return (store != null) ? store.state() : null;
    }

    /** What the channel to other processes has done, or {@code null} where there is none. */
    public @Nullable InvalidationStatistics invalidationStatistics() {
        return (invalidations != InvalidationChannel.NONE) ? invalidations.statistics() : null;
    }

    /**
     * Ends the loads in the background and reports that the connection is about to be closed, which is no outage. A second
     * call does nothing: Spring ends the bean {@code cacheManager}, and the starter what it made for it.
     */
    @Override
    public void destroy() {
        if (!destroyed.compareAndSet(false, true)) {
            return;
        }
        invalidations.close();
        background.close();
        if (store != null) {
            store.close();
        }
        scheduler.shutdownNow();
    }

    private Optional<RemoteCache> remote(String region) {
        RegionSettings own = settings.apply(region);
        if (remoteContext == null || !own.getL2().getEnabled()) {
            return Optional.empty();
        }
        ValueCodec codec = types.codec(region, own.getSchemaVersion());
        if (codec == null) {
            log.warn("Cache region '" + region
                    + "' has no single declared value type and is kept in L1 only: set tuned.cache.regions."
                    + region + ".value-type, or .l2.enabled=false to confirm");
        }
        return Optional.of(new RemoteCache(region, own, remoteContext, codec));
    }
}
