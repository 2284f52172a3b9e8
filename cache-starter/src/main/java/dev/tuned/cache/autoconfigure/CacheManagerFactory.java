/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.LogSettings.Mode;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.MonitoredStore;
import dev.tuned.cache.store.StoreListener;

/** Creates the beans that others may replace: {@code cacheManager} and the typed API. */
final class CacheManagerFactory {

    private static final ParameterizedTypeReference<CacheManagerCustomizer<?>> CUSTOMIZERS =
            new ParameterizedTypeReference<>() {};

    private CacheManagerFactory() {}

    /** The bean {@code cacheManager}. */
    static TunedCacheManager create(CacheEngine tunedCacheEngine) {
        return tunedCacheEngine.manager();
    }

    static TunedCacheManager build(
            CacheProperties properties,
            RegionTypes tunedCacheRegionTypes,
            RemoteLocation tunedCacheRemoteLocation,
            ListableBeanFactory beans) {
        TunedCacheManager.Builder builder =
                TunedCacheManager.builder(properties::settings, tunedCacheRegionTypes::type, mapper(beans));
        L2Store own = tunedCacheRemoteLocation.exists()
                ? beans.getBeanProvider(L2Store.class).getIfAvailable()
                : null;
        MonitoredStore l2 = (own != null)
                ? new MonitoredStore(
                        own,
                        properties.getBreaker(),
                        tunedCacheRemoteLocation.name(),
                        beans.getBeanProvider(StoreListener.class)
                                .orderedStream()
                                .toList(),
                        Ticker.systemTicker())
                : null;
        if (l2 != null) {
            builder.store(l2, tunedCacheRemoteLocation.keyPrefix());
        }
        if (properties.getInvalidation().mode() != Mode.NONE) {
            InvalidationChannel channel =
                    beans.getBeanProvider(InvalidationChannel.class).getIfAvailable();
            builder.channel((channel != null) ? channel : log(properties, l2, tunedCacheRemoteLocation));
        }
        builder.taskDecorators(decorators(properties, beans));
        ObjectProvider<CacheManagerCustomizer<?>> customizers = beans.getBeanProvider(CUSTOMIZERS);
        return new CacheManagerCustomizers(customizers.orderedStream().toList()).customize(builder.build());
    }

    private static JsonMapper mapper(ListableBeanFactory beans) {
        JsonMapper mapper = beans.getBeanProvider(JsonMapper.class).getIfUnique();
        return (mapper != null)
                ? mapper
                : JsonMapper.builder().findAndAddModules().build();
    }

    private static InvalidationChannel log(CacheProperties properties, @Nullable L2Store l2, RemoteLocation location) {
        return (l2 != null)
                ? new CouchbaseInvalidationLog(l2, properties.getInvalidation(), location.keyPrefix())
                : InvalidationChannel.NONE;
    }

    /** The bean that a region names, else all of them, as in Spring Boot's own executors. */
    private static Function<String, TaskDecorator> decorators(CacheProperties properties, ListableBeanFactory beans) {
        TaskDecorator all = new CompositeTaskDecorator(
                beans.getBeanProvider(TaskDecorator.class).orderedStream().toList());
        Map<String, TaskDecorator> named = new HashMap<>();
        for (Map.Entry<String, CacheProperties.Region> region :
                properties.getRegions().entrySet()) {
            String name = region.getValue().getTaskDecorator();
            if (name != null) {
                named.put(region.getKey(), beans.getBean(name, TaskDecorator.class));
            }
        }
        return region -> named.getOrDefault(region, all);
    }
}
