/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.LoadingCache;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;
import org.springframework.cglib.proxy.MethodProxy;
import org.springframework.core.env.Environment;
import org.springframework.core.serializer.support.SerializationDelegate;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.near.LocalNearCache;
import dev.tuned.cache.near.NearStore;

import static dev.tuned.cache.autoconfigure.NearManagers.field;

/**
 * A manager of Spring Boot's caches in this process, and the caches that it makes: both get a subclass, whose operations are Spring's own.
 */
record LocalManagers(NearManagers near, String bean, NearStore store, Map<String, LocalNearCache> locals)
        implements MethodInterceptor {

    /** An equal manager, whose near caches agree with those of other instances; the manager itself if it has none. */
    @SuppressWarnings("unchecked")
    static CacheManager near(NearManagers near, String bean, CacheManager manager) {
        Map<String, Cache> made = (Map<String, Cache>) field(manager, "cacheMap");
        boolean dynamic = (boolean) field(manager, "dynamic");
        if (!dynamic && made.keySet().stream().noneMatch(near.settings()::isNear)) {
            return manager;
        }
        LocalManagers local = new LocalManagers(near, bean, anyStore(near), new ConcurrentHashMap<>());
        CacheManager equal = (CacheManager) Enhancer.create(manager.getClass(), local);
        ReflectionUtils.shallowCopyFieldState(manager, equal);
        Map<String, Cache> caches = (Map<String, Cache>) field(equal, "cacheMap");
        made.forEach((name, cache) -> caches.put(name, (Cache) local.near(cache)));
        if (PropertyAccessorFactory.forDirectFieldAccess(manager).isReadableProperty("customCacheNames")) {
            ((Collection<String>) field(equal, "customCacheNames"))
                    .addAll((Collection<String>) field(manager, "customCacheNames"));
        }
        near.add(bean, dynamic);
        return equal;
    }

    /** Couchbase's client is there if a property says where it is; Redis' is there with its jar. */
    private static NearStore anyStore(NearManagers near) {
        InvalidationChannel own =
                near.beans().getBeanProvider(InvalidationChannel.class).getIfAvailable();
        boolean redis = Binder.get(near.beans().getBean(Environment.class))
                .bind("spring.data.redis", Bindable.mapOf(String.class, Object.class))
                .isBound();
        NearStore store = (own != null)
                ? near.store(own, "the channel", failure -> false, () -> own)
                : redis ? null : couchbase(near);
        if (store == null && isPresent("org.springframework.data.redis.connection.RedisConnectionFactory")) {
            store = RedisManagers.anyStore(near);
        }
        if (store == null) {
            store = couchbase(near);
        }
        Assert.state(store != null, "there is no Redis, no Couchbase and no InvalidationChannel to notify through");
        return store;
    }

    private static @Nullable NearStore couchbase(NearManagers near) {
        return isPresent("org.springframework.data.couchbase.CouchbaseClientFactory")
                ? CouchbaseManagers.anyStore(near)
                : null;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, LocalManagers.class.getClassLoader());
    }

    /** What the manager's own method made. */
    @Override
    public @Nullable Object intercept(Object manager, Method method, Object[] arguments, MethodProxy spring)
            throws Throwable {
        return near(spring.invokeSuper(manager, arguments));
    }

    private @Nullable Object near(@Nullable Object made) {
        if (!(made instanceof Cache cache) || !near.settings().isNear(cache.getName())) {
            return made;
        }
        return switch (cache.getClass().getName()) {
            case "org.springframework.cache.caffeine.CaffeineCache" -> caffeine((CaffeineCache) made);
            case "org.springframework.cache.concurrent.ConcurrentMapCache" -> map((ConcurrentMapCache) made);
            default -> made;
        };
    }

    private Object caffeine(CaffeineCache cache) {
        var entries = cache.getNativeCache();
        if (entries instanceof LoadingCache) {
            LogFactory.getLog(getClass()).warn("Cache " + cache.getName() + " is not near: it loads by itself");
            return cache;
        }
        Object async = PropertyAccessorFactory.forDirectFieldAccess(cache).getPropertyValue("asyncCache");
        Class<?> type = (async != null) ? AsyncCache.class : com.github.benmanes.caffeine.cache.Cache.class;
        return enhancer(cache, entries.asMap())
                .create(
                        new Class<?>[] {String.class, type, boolean.class},
                        new Object[] {cache.getName(), (async != null) ? async : entries, cache.isAllowNullValues()});
    }

    private Object map(ConcurrentMapCache cache) {
        return enhancer(cache, cache.getNativeCache())
                .create(
                        new Class<?>[] {String.class, ConcurrentMap.class, boolean.class, SerializationDelegate.class},
                        new @Nullable Object[] {
                            cache.getName(),
                            cache.getNativeCache(),
                            cache.isAllowNullValues(),
                            PropertyAccessorFactory.forDirectFieldAccess(cache).getPropertyValue("serialization")
                        });
    }

    private Enhancer enhancer(Cache cache, ConcurrentMap<Object, Object> entries) {
        LocalNearCache local =
                locals.computeIfAbsent(cache.getName(), name -> near.add(new LocalNearCache(bean, name, store)));
        local.setEntries(entries);
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(cache.getClass());
        enhancer.setCallback(local);
        return enhancer;
    }
}
