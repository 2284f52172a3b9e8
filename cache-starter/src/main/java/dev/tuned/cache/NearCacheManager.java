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

/**
 * Spring's view of the near cache. Regions come into being when they are first asked for. Thread-safe.
 */
public final class NearCacheManager implements CacheManager, DisposableBean {

    private static final Log log = LogFactory.getLog(NearCacheManager.class);

    private final Map<String, RegionCache> regions = new ConcurrentHashMap<>();
    private final Map<Thread, Flight> waiting = new ConcurrentHashMap<>();
    private final Function<String, RegionSettings> settings;
    private final Function<String, @Nullable JavaType> types;
    private final JsonMapper mapper;
    private final Ticker ticker;
    private final @Nullable RemoteStore store;
    private final String keyPrefix;
    private final OutageLog outage;

    /**
     * Creates a manager without regions.
     *
     * @param settings the settings of a region by its name
     * @param types the type of a region's values by its name, {@code null} where there is none: that region is L1 only
     * @param mapper writes and reads the documents in L2
     * @param location where L2 is, or {@code null} for L1 only
     */
    public NearCacheManager(
            Function<String, RegionSettings> settings,
            Function<String, @Nullable JavaType> types,
            JsonMapper mapper,
            @Nullable CouchbaseLocation location) {
        this(
                settings,
                types,
                mapper,
                Ticker.systemTicker(),
                (location != null) ? new CouchbaseStore(location) : null,
                (location != null) ? location.keyPrefix() : "",
                (location != null) ? "bucket '" + location.bucket() + "'" : "none");
    }

    NearCacheManager(
            Function<String, RegionSettings> settings,
            Function<String, @Nullable JavaType> types,
            JsonMapper mapper,
            Ticker ticker,
            @Nullable RemoteStore store,
            String keyPrefix,
            String locationName) {
        this.settings = settings;
        this.types = types;
        this.mapper = mapper;
        this.ticker = ticker;
        this.store = store;
        this.keyPrefix = keyPrefix;
        this.outage = new OutageLog(locationName, Ticker.systemTicker());
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
        names.forEach(name -> getCache(name).start());
    }

    /**
     * Whether a region keeps its values in L2 too.
     *
     * @param name the name of the region
     */
    public boolean isRemote(String name) {
        return getCache(name).isRemote();
    }

    /** Tells that the connection is about to be closed, which is no outage. */
    @Override
    public void destroy() {
        outage.close();
    }

    private RegionCache create(String name) {
        RegionSettings region = settings.apply(name);
        return new RegionCache(region, ticker, waiting, () -> remote(region));
    }

    private Optional<RemoteTier> remote(RegionSettings region) {
        if (store == null || !region.remote()) {
            return Optional.empty();
        }
        JavaType type = types.apply(region.name());
        if (type == null) {
            log.warn("Cache region '" + region.name()
                    + "' has no single declared value type and is kept in L1 only: set " + "tuned.cache.regions."
                    + region.name() + ".value-type, or .l2.enabled=false to confirm");
            return Optional.empty();
        }
        return Optional.of(new RemoteTier(region, store, new ValueCodec(mapper, type), keyPrefix, outage));
    }
}
