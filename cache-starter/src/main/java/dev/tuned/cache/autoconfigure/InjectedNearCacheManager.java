/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Collection;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.core.ParameterizedTypeReference;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.NearCacheManager;

/**
 * The typed API as it is injected: the bean {@code cacheManager} where that has it, else the near cache behind whatever took
 * or wrapped that bean. Either is looked up, and created, by the first call. Thread-safe.
 */
final class InjectedNearCacheManager implements NearCacheManager {

    private final BeanFactory beans;

    InjectedNearCacheManager(BeanFactory beans) {
        this.beans = beans;
    }

    private NearCacheManager target() {
        return (beans.getBean(CacheManagerRegistrar.CACHE_MANAGER) instanceof NearCacheManager typed)
                ? typed
                : beans.getBean(CacheEngine.BEAN, CacheEngine.class).manager();
    }

    @Override
    public <V> NearCache<V> nearCache(String name, Class<V> type) {
        return target().nearCache(name, type);
    }

    @Override
    public <V> NearCache<V> nearCache(String name, ParameterizedTypeReference<V> type) {
        return target().nearCache(name, type);
    }

    @Override
    public @Nullable Cache getCache(String name) {
        return target().getCache(name);
    }

    @Override
    public Collection<String> getCacheNames() {
        return target().getCacheNames();
    }
}
