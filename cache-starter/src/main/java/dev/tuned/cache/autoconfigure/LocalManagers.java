/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.LoadingCache;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;
import org.springframework.core.serializer.support.SerializationDelegate;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.near.LocalNearCache;
import dev.tuned.cache.near.NearStore;

import static dev.tuned.cache.autoconfigure.RedisManagers.field;

/**
 * Managers of Spring Boot's caches in this process, and the caches that they make: both get a subclass, whose operations are Spring's own.
 */
final class LocalManagers {

    private LocalManagers() {}

    /** An equal manager, whose near caches agree with those of other instances; the manager itself if it has none. */
    @SuppressWarnings("unchecked")
    static CacheManager near(NearManagers near, String bean, CacheManager manager) {
        Map<String, Cache> made = (Map<String, Cache>) field(manager, "cacheMap");
        boolean dynamic = (boolean) field(manager, "dynamic");
        if (!dynamic && made.keySet().stream().noneMatch(near.settings()::isNear)) {
            return manager;
        }
        NearStore store = store(near);
        near.add(bean, dynamic);
        CacheManager equal = (CacheManager) Enhancer.create(manager.getClass(), (MethodInterceptor)
                (self, method, arguments, spring) -> near(near, bean, store, spring.invokeSuper(self, arguments)));
        ReflectionUtils.shallowCopyFieldState(manager, equal);
        Map<String, Cache> caches = (Map<String, Cache>) field(equal, "cacheMap");
        made.forEach((name, cache) -> caches.put(name, (Cache) near(near, bean, store, cache)));
        if (PropertyAccessorFactory.forDirectFieldAccess(manager).isReadableProperty("customCacheNames")) {
            ((Collection<String>) field(equal, "customCacheNames"))
                    .addAll((Collection<String>) field(manager, "customCacheNames"));
        }
        return equal;
    }

    /** Whichever is there. */
    private static NearStore store(NearManagers near) {
        InvalidationChannel own =
                near.beans().getBeanProvider(InvalidationChannel.class).getIfAvailable();
        NearStore store = (own != null) ? near.store(own, "the channel", failure -> false, () -> own) : null;
        if (store == null && isPresent("org.springframework.data.redis.connection.RedisConnectionFactory")) {
            store = RedisManagers.anyStore(near);
        }
        if (store == null && isPresent("org.springframework.data.couchbase.CouchbaseClientFactory")) {
            store = CouchbaseManagers.anyStore(near);
        }
        Assert.state(store != null, "there is no Redis, no Couchbase and no InvalidationChannel to notify through");
        return store;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, LocalManagers.class.getClassLoader());
    }

    private static @Nullable Object near(NearManagers near, String bean, NearStore store, @Nullable Object made) {
        if (!(made instanceof Cache cache) || !near.settings().isNear(cache.getName())) {
            return made;
        }
        return switch (cache.getClass().getName()) {
            case "org.springframework.cache.caffeine.CaffeineCache" ->
                caffeine(near, bean, store, (CaffeineCache) made);
            case "org.springframework.cache.concurrent.ConcurrentMapCache" ->
                map(near, bean, store, (ConcurrentMapCache) made);
            default -> made;
        };
    }

    private static Object caffeine(NearManagers near, String bean, NearStore store, CaffeineCache cache) {
        if (cache.getNativeCache() instanceof LoadingCache) {
            LogFactory.getLog(LocalManagers.class)
                    .warn("Cache " + cache.getName() + " is not near: it loads by itself");
            return cache;
        }
        Object async = PropertyAccessorFactory.forDirectFieldAccess(cache).getPropertyValue("asyncCache");
        LocalNearCache local =
                local(near, bean, store, cache, cache.getNativeCache().asMap());
        return subclass(
                local,
                CaffeineCache.class,
                new Class<?>[] {
                    String.class,
                    (async != null) ? AsyncCache.class : com.github.benmanes.caffeine.cache.Cache.class,
                    boolean.class
                },
                cache.getName(),
                (async != null) ? async : cache.getNativeCache(),
                cache.isAllowNullValues());
    }

    private static Object map(NearManagers near, String bean, NearStore store, ConcurrentMapCache cache) {
        return subclass(
                local(near, bean, store, cache, cache.getNativeCache()),
                ConcurrentMapCache.class,
                new Class<?>[] {String.class, ConcurrentMap.class, boolean.class, SerializationDelegate.class},
                cache.getName(),
                cache.getNativeCache(),
                cache.isAllowNullValues(),
                PropertyAccessorFactory.forDirectFieldAccess(cache).getPropertyValue("serialization"));
    }

    private static LocalNearCache local(
            NearManagers near, String bean, NearStore store, Cache cache, ConcurrentMap<Object, Object> entries) {
        return near.add(new LocalNearCache(bean, cache.getName(), store, entries));
    }

    private static Object subclass(
            LocalNearCache local, Class<?> type, Class<?>[] types, @Nullable Object... arguments) {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(type);
        enhancer.setCallback(local);
        return enhancer.create(types, arguments);
    }
}
