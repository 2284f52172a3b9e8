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
import java.util.function.Supplier;

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
import dev.tuned.cache.invalidation.Invalidation;
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

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Map<String, RegionCache> regions = new ConcurrentHashMap<>();
    private final List<Consumer<RegionCache>> regionListeners = new CopyOnWriteArrayList<>();
    private final Builder parts;
    private final BackgroundExecutor background;
    private final Region.Shared shared;
    private final RegionValueTypes types;
    private final ScheduledExecutorService scheduler;
    private final @Nullable MonitoredStore store;
    private final InvalidationChannel invalidations;
    private final @Nullable RemoteContext remoteContext;

    private TunedCacheManager(Builder parts) {
        this.parts = parts;
        this.background = new BackgroundExecutor(parts.threads, parts.queue);
        this.types = new RegionValueTypes(parts.types, parts.mapper);
        this.store = parts.store;
        this.invalidations = parts.channel;
        this.scheduler = parts.scheduler.get();
        this.shared = new Region.Shared(parts.ticker, background, parts.decorators, invalidations);
        this.remoteContext = (store != null)
                ? new RemoteContext(
                        store,
                        parts.keyPrefix,
                        parts.ticker,
                        new MemoryBudget(),
                        scheduler,
                        invalidations::isListening,
                        (region, key) -> invalidations.publish(new Invalidation(region, key)))
                : null;
    }

    /**
     * Starts to describe a manager, which without more is L1 only.
     *
     * @param settings the settings of a region by its name
     * @param types the type of a region's values by its name, {@code null} where there is none: that region is L1 only
     * @param mapper writes and reads the documents in L2
     */
    public static Builder builder(
            Function<String, RegionSettings> settings, Function<String, @Nullable JavaType> types, JsonMapper mapper) {
        return new Builder(settings, types, mapper);
    }

    /** Describes a manager. Not thread-safe. */
    public static final class Builder {

        private final Function<String, RegionSettings> settings;
        private final Function<String, @Nullable JavaType> types;
        private final JsonMapper mapper;
        private Ticker ticker = Ticker.systemTicker();
        private @Nullable MonitoredStore store;
        private Function<String, TaskDecorator> decorators = region -> task -> task;
        private int threads = THREADS;
        private int queue = QUEUE;
        private InvalidationChannel channel = InvalidationChannel.NONE;
        private String keyPrefix = "";
        private Supplier<ScheduledExecutorService> scheduler =
                () -> Executors.newSingleThreadScheduledExecutor(new DaemonThreads("tuned-cache-repeat-"));

        private Builder(
                Function<String, RegionSettings> settings,
                Function<String, @Nullable JavaType> types,
                JsonMapper mapper) {
            this.settings = settings;
            this.types = types;
            this.mapper = mapper;
        }

        /**
         * Adds L2.
         *
         * @param l2 where values are kept beyond this process
         * @param prefix the first part of every document's key
         */
        public Builder store(MonitoredStore l2, String prefix) {
            this.store = l2;
            this.keyPrefix = prefix;
            return this;
        }

        /**
         * Wraps each load in the background, on the thread of the read that starts it: the place to carry over what
         * loaders need of a caller's thread-locals.
         *
         * @param byRegion what wraps the loads of a region; by default nothing
         */
        public Builder taskDecorators(Function<String, TaskDecorator> byRegion) {
            this.decorators = byRegion;
            return this;
        }

        /**
         * Bounds the loads in the background, over all regions.
         *
         * @param size how many run at a time, at least 1; without this call 16
         * @param waiting how many more may wait, at least 1; without this call 1,000. What does not fit is not reloaded
         *     now, and its callers get the copy that there is
         */
        public Builder background(int size, int waiting) {
            this.threads = size;
            this.queue = waiting;
            return this;
        }

        /**
         * Notifies other processes of changes, and is notified of theirs. Starts with the manager and is closed with it.
         *
         * @param transport what carries them
         */
        public Builder channel(InvalidationChannel transport) {
            this.channel = transport;
            return this;
        }

        Builder ticker(Ticker other) {
            this.ticker = other;
            return this;
        }

        Builder scheduler(ScheduledExecutorService other) {
            this.scheduler = () -> other;
            return this;
        }

        /** Creates the manager, without regions, and starts its invalidation channel. */
        public TunedCacheManager build() {
            TunedCacheManager manager = new TunedCacheManager(this);
            manager.invalidations.start(new InvalidationDispatcher(manager.regions));
            return manager;
        }
    }

    @Override
    public RegionCache getCache(String name) {
        RegionCache region = regions.get(name);
        if (region != null) {
            return region;
        }
        RegionCache created = create(name);
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
        RegionCache cache = getCache(name);
        return new TypedRegion<>(cache.region());
    }

    @Override
    public Collection<String> getCacheNames() {
        return Set.copyOf(regions.keySet());
    }

    /**
     * Whether a region keeps its values in L2 too.
     *
     * @param name the name of the region
     */
    public boolean isRemote(String name) {
        return getCache(name).region().isRemote();
    }

    /** How L2 is doing, or {@code null} where there is none. */
    public @Nullable StoreState storeState() {
        return (store != null) ? store.state() : null;
    }

    /** What the channel to other processes has done, or {@code null} where there is none. */
    public @Nullable InvalidationStatistics invalidationStatistics() {
        return (invalidations != InvalidationChannel.NONE) ? invalidations.statistics() : null;
    }

    /** Ends the loads in the background and reports that the connection is about to be closed, which is no outage; once. */
    @Override
    public void destroy() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        invalidations.close();
        background.close();
        if (store != null) {
            store.close();
        }
        scheduler.shutdownNow();
    }

    private RegionCache create(String name) {
        return new RegionCache(new Region(name, parts.settings.apply(name), shared, this::remote));
    }

    private Optional<RemoteCache> remote(String region) {
        RegionSettings settings = parts.settings.apply(region);
        if (remoteContext == null || !settings.getL2().getEnabled()) {
            return Optional.empty();
        }
        ValueCodec codec = types.codec(region, settings.getSchemaVersion());
        if (codec == null) {
            log.warn("Cache region '" + region
                    + "' has no single declared value type and is kept in L1 only: set tuned.cache.regions."
                    + region + ".value-type, or .l2.enabled=false to confirm");
        }
        return Optional.of(new RemoteCache(region, settings, remoteContext, codec));
    }
}
