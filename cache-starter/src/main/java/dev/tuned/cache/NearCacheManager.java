/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.cache.CacheManager;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Flights.Flight;
import dev.tuned.cache.store.L2Store;

/**
 * Spring's view of the near cache. Regions come into being when they are first asked for. Thread-safe.
 */
public final class NearCacheManager implements CacheManager, DisposableBean {

    private static final Log log = LogFactory.getLog(NearCacheManager.class);

    private final Map<String, RegionCache> regions = new ConcurrentHashMap<>();
    private final Map<Thread, Flight> waiting = new ConcurrentHashMap<>();
    private final Builder parts;
    private final OutageLog outage;

    private NearCacheManager(Builder parts) {
        this.parts = parts;
        this.outage = new OutageLog(parts.locationName, Ticker.systemTicker());
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
        private @Nullable L2Store store;
        private String keyPrefix = "";
        private String locationName = "none";

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
         * @param name what log lines call it, such as {@code bucket 'cache'}
         */
        public Builder store(L2Store l2, String prefix, String name) {
            this.store = l2;
            this.keyPrefix = prefix;
            this.locationName = name;
            return this;
        }

        Builder ticker(Ticker clock) {
            this.ticker = clock;
            return this;
        }

        /** Creates the manager, without regions. */
        public NearCacheManager build() {
            return new NearCacheManager(this);
        }
    }

    @Override
    public RegionCache getCache(String name) {
        RegionCache region = regions.get(name);
        return (region != null) ? region : regions.computeIfAbsent(name, this::create);
    }

    @Override
    public Collection<String> getCacheNames() {
        return Set.copyOf(regions.keySet());
    }

    /**
     * Creates regions ahead of their first use and opens their connection, without waiting for it.
     *
     * @param names the names of the regions; those that exist stay
     */
    public void open(Collection<String> names) {
        names.forEach(name -> getCache(name).region().start());
    }

    /**
     * Whether a region keeps its values in L2 too.
     *
     * @param name the name of the region
     */
    public boolean isRemote(String name) {
        return getCache(name).region().isRemote();
    }

    /** Tells that the connection is about to be closed, which is no outage. */
    @Override
    public void destroy() {
        outage.close();
    }

    private RegionCache create(String name) {
        RegionSettings region = parts.settings.apply(name);
        return new RegionCache(new Region(region, parts.ticker, waiting, () -> remote(region)));
    }

    private Optional<RemoteTier> remote(RegionSettings region) {
        if (parts.store == null || !region.remote().enabled()) {
            return Optional.empty();
        }
        JavaType type = parts.types.apply(region.name());
        if (type == null) {
            log.warn("Cache region '" + region.name()
                    + "' has no single declared value type and is kept in L1 only: set tuned.cache.regions."
                    + region.name() + ".value-type, or .l2.enabled=false to confirm");
            return Optional.empty();
        }
        return Optional.of(
                new RemoteTier(region, parts.store, new ValueCodec(parts.mapper, type), parts.keyPrefix, outage));
    }
}
