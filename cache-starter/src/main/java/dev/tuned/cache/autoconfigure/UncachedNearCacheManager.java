/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.core.ParameterizedTypeReference;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.NearCacheManager;

import static java.util.Objects.requireNonNull;

/** The typed API where the near cache is not used: code that uses it runs, keeps nothing, and loads in each call. Thread-safe. */
final class UncachedNearCacheManager extends NoOpCacheManager implements NearCacheManager {

    private static final Log log = LogFactory.getLog(UncachedNearCacheManager.class);

    /** Lets it be injected where no bean has the typed API. */
    static void register(ConfigurableListableBeanFactory beans) {
        if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, NearCacheManager.class, true, false).length
                == 0) {
            beans.registerResolvableDependency(NearCacheManager.class, new UncachedNearCacheManager());
        }
    }

    @Override
    public <V> NearCache<V> nearCache(String name, Class<V> type) {
        return region(name);
    }

    @Override
    public <V> NearCache<V> nearCache(String name, ParameterizedTypeReference<V> type) {
        return region(name);
    }

    private static <V> NearCache<V> region(String name) {
        log.info("tuned cache: region '" + name
                + "' of the typed API caches nothing, because the near cache is not used");
        return new Uncached<>();
    }

    private static final class Uncached<V> implements NearCache<V> {

        @Override
        public @Nullable V get(Object key) {
            requireNonNull(key);
            return null;
        }

        @Override
        public <K> @Nullable V getOrLoad(K key, Function<? super K, ? extends @Nullable V> loader) {
            return loader.apply(requireNonNull(key));
        }

        @Override
        public <K> Map<K, V> getAll(Collection<? extends K> keys) {
            return new LinkedHashMap<>();
        }

        @Override
        public <K> Map<K, V> getAllOrLoad(
                Collection<? extends K> keys, Function<? super Set<K>, ? extends Map<K, V>> loader) {
            Set<K> distinct = new LinkedHashSet<>(keys);
            Map<K, V> found = new LinkedHashMap<>();
            if (!distinct.isEmpty()) {
                Map<K, V> loaded = loader.apply(distinct);
                keys.stream().filter(key -> loaded.get(key) != null).forEach(key -> found.put(key, loaded.get(key)));
            }
            return found;
        }

        @Override
        public void put(Object key, @Nullable V value) {
            requireNonNull(key);
        }

        @Override
        public void evict(Object key) {
            requireNonNull(key);
        }

        @Override
        public void clear() {
            // Nothing is kept.
        }
    }
}
