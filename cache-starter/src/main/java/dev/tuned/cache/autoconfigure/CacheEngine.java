/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.invalidation.LogSettings.Mode;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.MonitoredStore;
import dev.tuned.cache.store.StoreListener;

/**
 * Makes and holds the near cache for the starter's own beans, which need no bean that an application may wrap, replace or mock. The near
 * cache is created when the bean {@code cacheManager} is, or the typed API is used; where another has taken their places,
 * never. Thread-safe.
 */
public final class CacheEngine implements DisposableBean {

    /** Name of its bean. */
    static final String BEAN = "tunedCacheEngine";

    private static final ParameterizedTypeReference<CacheManagerCustomizer<?>> CUSTOMIZERS =
            new ParameterizedTypeReference<>() {};

    private final List<Consumer<TunedCacheManager>> listeners = new CopyOnWriteArrayList<>();
    private final CacheProperties properties;
    private final RegionTypes types;
    private final RemoteLocation location;
    private final ListableBeanFactory beans;
    private volatile @Nullable TunedCacheManager manager;

    CacheEngine(CacheProperties properties, RegionTypes types, RemoteLocation location, ListableBeanFactory beans) {
        this.properties = properties;
        this.types = types;
        this.location = location;
        this.beans = beans;
    }

    /** The bean {@code cacheManager}, which others may replace. */
    static TunedCacheManager cacheManager(CacheEngine tunedCacheEngine) {
        return tunedCacheEngine.manager();
    }

    /** The near cache, which is created by the first call. */
    synchronized TunedCacheManager manager() {
        TunedCacheManager present = manager;
        if (present == null) {
            TunedCacheManager created = build();
            manager = created;
            listeners.forEach(listener -> listener.accept(created));
            return created;
        }
        return present;
    }

    /** The near cache, or {@code null} while it is not used. */
    public @Nullable TunedCacheManager ifUsed() {
        return manager;
    }

    /** Notifies a listener of the near cache: at once, or when it is created. */
    public synchronized void whenUsed(Consumer<TunedCacheManager> listener) {
        TunedCacheManager present = manager;
        if (present != null) {
            listener.accept(present);
        } else {
            listeners.add(listener);
        }
    }

    @Override
    public void destroy() {
        TunedCacheManager present = manager;
        if (present != null) {
            present.destroy();
        }
    }

    private TunedCacheManager build() {
        L2Store store = location.exists() ? beans.getBeanProvider(L2Store.class).getIfAvailable() : null;
        MonitoredStore l2 = (store != null)
                ? new MonitoredStore(
                        store,
                        properties.getBreaker(),
                        location.name(),
                        all(StoreListener.class),
                        Ticker.systemTicker())
                : null;
        TunedCacheManager created = new TunedCacheManager(
                properties::settings, types::type, mapper(), l2, location.keyPrefix(), decorators(), channel(l2));
        return new CacheManagerCustomizers(
                        beans.getBeanProvider(CUSTOMIZERS).orderedStream().toList())
                .customize(created);
    }

    /** The application's own, else the log in L2. */
    private InvalidationChannel channel(@Nullable MonitoredStore l2) {
        LogSettings settings = properties.getInvalidation();
        return (settings.mode() == Mode.NONE)
                ? InvalidationChannel.NONE
                : beans.getBeanProvider(InvalidationChannel.class)
                        .getIfAvailable(() -> (l2 != null)
                                ? new CouchbaseInvalidationLog(l2, settings, location.keyPrefix())
                                : InvalidationChannel.NONE);
    }

    private <T> List<T> all(Class<T> type) {
        return beans.getBeanProvider(type).orderedStream().toList();
    }

    private JsonMapper mapper() {
        return beans.getBeanProvider(JsonMapper.class)
                .getIfUnique(() -> JsonMapper.builder().findAndAddModules().build());
    }

    /** The bean that a region names, else all of them, as in Spring Boot's own executors. */
    private Function<String, TaskDecorator> decorators() {
        TaskDecorator all = new CompositeTaskDecorator(all(TaskDecorator.class));
        Map<String, TaskDecorator> named = new HashMap<>();
        properties.getRegions().forEach((region, settings) -> {
            String name = settings.getTaskDecorator();
            if (name != null) {
                named.put(region, beans.getBean(name, TaskDecorator.class));
            }
        });
        return region -> named.getOrDefault(region, all);
    }
}
