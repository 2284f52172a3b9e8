/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.autoconfigure.CacheProperties.Invalidation.Mode;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoreListener;

/** Creates the bean {@code cacheManager}. */
final class CacheManagerFactory {

    private CacheManagerFactory() {}

    static TunedCacheManager create(
            CacheProperties properties,
            RegionTypes types,
            RemoteLocation remote,
            ObjectProvider<L2Store> store,
            ObjectProvider<StoreListener> storeListeners,
            ObjectProvider<InvalidationChannel> channels,
            ObjectProvider<JsonMapper> mapper,
            ListableBeanFactory beans,
            ObjectProvider<CacheManagerCustomizer<?>> customizers) {
        TunedCacheManager.Builder builder = TunedCacheManager.builder(
                properties::settings,
                types,
                mapper.getIfUnique(
                        () -> JsonMapper.builder().findAndAddModules().build()));
        store.ifAvailable(l2 -> builder.store(l2, properties.keyPrefix(), remote.name())
                .breaker(properties.breaker().settings())
                .storeListeners(storeListeners.orderedStream().toList()));
        invalidate(properties.invalidation(), channels, builder);
        builder.taskDecorators(decorators(properties, beans));
        TunedCacheManager manager = builder.build();
        // Metrics are bound to the regions that exist when this bean is there.
        types.regions().forEach(manager::getCache);
        return new CacheManagerCustomizers(customizers.orderedStream().toList()).customize(manager);
    }

    /** Through the application's own channel wherever there is one, unless not at all. */
    private static void invalidate(
            CacheProperties.Invalidation properties,
            ObjectProvider<InvalidationChannel> channels,
            TunedCacheManager.Builder manager) {
        if (properties.mode() == Mode.NONE) {
            return;
        }
        InvalidationChannel own = channels.getIfAvailable();
        if (own != null) {
            manager.channel(own);
        } else if (properties.mode() == Mode.CUSTOM) {
            throw new InvalidCacheConfigurationException(
                    "tuned.cache.invalidation.mode",
                    "custom",
                    "there is no bean of type InvalidationChannel",
                    "Declare such a bean, or set tuned.cache.invalidation.mode to couchbase or none.");
        } else {
            manager.invalidationLog(properties.settings());
        }
    }

    /** The bean that a region names, else all of them, as in Spring Boot's own executors. */
    private static Function<RegionSettings, TaskDecorator> decorators(
            CacheProperties properties, ListableBeanFactory beans) {
        TaskDecorator all = new CompositeTaskDecorator(
                beans.getBeanProvider(TaskDecorator.class).orderedStream().toList());
        Map<String, TaskDecorator> named = new HashMap<>();
        properties.regions().forEach((region, settings) -> {
            String name = settings.taskDecorator();
            if (name != null) {
                named.put(region, decorator(CacheProperties.prefix(region) + "task-decorator", name, beans));
            }
        });
        return region -> named.getOrDefault(region.name(), all);
    }

    private static TaskDecorator decorator(String property, String name, ListableBeanFactory beans) {
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, TaskDecorator.class)) {
            throw new InvalidCacheConfigurationException(
                    property,
                    name,
                    "there is no bean of type TaskDecorator with this name",
                    "Set " + property + " to the name of one, or remove it.");
        }
        return beans.getBean(name, TaskDecorator.class);
    }
}
