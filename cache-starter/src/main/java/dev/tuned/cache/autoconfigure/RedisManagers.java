/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.cache.CacheManager;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.far.LettuceCommands;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.near.NearWriter;
import dev.tuned.cache.near.RedisNearCache;
import dev.tuned.cache.notify.RedisChannel;

import static dev.tuned.cache.autoconfigure.NearManagers.field;

/**
 * A {@link RedisCacheManager} that gets near caches. What it and Spring's own writer are made of is read by reflection, since they show it to subclasses alone or to
 * nobody. Known is Spring Data Redis 4.0 and 4.1; whatever is missing throws, and the manager stays as it is.
 */
record RedisManagers(NearManagers near, String bean, RedisCacheManager manager) {

    private static final Log log = LogFactory.getLog(RedisManagers.class);

    private static final String WRITER = "org.springframework.data.redis.cache.DefaultRedisCacheWriter";
    private static final String FACTORY =
            "org\\.springframework\\.data\\.redis\\.connection\\.\\w+\\.(Lettuce|Jedis)ConnectionFactory";
    private static final String RESET_STRATEGY = "resetStrategy";

    /** What is in front of the application's Redis; null: there is none, or several. */
    static @Nullable NearStore anyStore(NearManagers near) {
        RedisConnectionFactory connections =
                near.beans().getBeanProvider(RedisConnectionFactory.class).getIfUnique();
        return (connections != null) ? store(near, connections) : null;
    }

    private static NearStore store(NearManagers near, RedisConnectionFactory connections) {
        return near.store(
                connections,
                "Redis",
                failure -> failure instanceof RedisSystemException
                        || failure instanceof InvalidDataAccessApiUsageException,
                () -> new RedisChannel(connections, near.settings().getChannel(), near.threads()));
    }

    /**
     * An equal manager, whose near caches have a memory in front of them; the manager itself if it has none.
     *
     * @throws RuntimeException if what it is made of is not known
     */
    CacheManager rebuild() {
        RedisCacheWriter writer = (RedisCacheWriter) field(manager, "cacheWriter");
        boolean dynamic = manager.isAllowRuntimeCacheCreation();
        if (writer instanceof NearWriter
                || (!dynamic && initial().keySet().stream().noneMatch(near.settings()::isNear))) {
            return manager;
        }
        RedisConnectionFactory connections = connections(writer);
        // Of each near cache later.
        field(writer, "statistics");
        field(writer, "sleepTime");
        NearStore store = store(near, connections);
        near.add(bean, dynamic);
        RedisCacheManagerBuilder builder = RedisCacheManager.builder(RedisNearCache.writer(
                        writer, store, (name, delegate) -> cache(name, store, delegate, connections)))
                .cacheDefaults(defaults())
                .withInitialCacheConfigurations(initial())
                .allowCreateOnMissingCache(dynamic);
        if (manager.isTransactionAware()) {
            builder.transactionAware();
        }
        if (PropertyAccessorFactory.forDirectFieldAccess(manager).isReadableProperty(RESET_STRATEGY)) {
            // Since Spring Data Redis 4.1
            Method set = ReflectionUtils.findMethod(builder.getClass(), "withResetCachesStrategy", (Class<?>[]) null);
            Assert.state(set != null, "The builder does not take a reset strategy");
            ReflectionUtils.invokeMethod(set, builder, field(manager, RESET_STRATEGY));
        }
        return builder.build();
    }

    private RedisCacheWriter cache(
            String name, NearStore store, RedisCacheWriter delegate, RedisConnectionFactory connections) {
        if (!near.settings().isNear(name)) {
            return delegate;
        }
        RedisCacheConfiguration configuration = initial().getOrDefault(name, defaults());
        if (configuration.isTimeToIdleEnabled()) {
            log.warn("Cache " + name + " is not near: it has a time to idle, and Redis has to see each read");
            return delegate;
        }
        return near.add(new RedisNearCache(
                bean,
                name,
                manager.isTransactionAware(),
                near.settings().ttl(name),
                store,
                delegate,
                ((Duration) field(delegate, "sleepTime")).toNanos() > 0,
                (CacheStatisticsCollector) field(delegate, "statistics"),
                connections,
                configuration));
    }

    private RedisCacheConfiguration defaults() {
        return (RedisCacheConfiguration) field(manager, "defaultCacheConfiguration");
    }

    @SuppressWarnings("unchecked")
    private Map<String, RedisCacheConfiguration> initial() {
        return (Map<String, RedisCacheConfiguration>) field(manager, "initialCacheConfiguration");
    }

    /** The connections of Spring's own writer. Another writer, or a factory that chooses by thread, works on its caller's thread alone. */
    private static RedisConnectionFactory connections(RedisCacheWriter writer) {
        Assert.state(writer.getClass().getName().equals(WRITER), () -> "not known is " + writer.getClass());
        RedisConnectionFactory connections = (RedisConnectionFactory) field(writer, "connectionFactory");
        Assert.state(connections.getClass().getName().matches(FACTORY), () -> "not known is " + connections.getClass());
        boolean lettuce = connections.getClass().getName().endsWith(".LettuceConnectionFactory");
        Assert.state(
                !lettuce || !LettuceCommands.readsFromReplicas(connections),
                "its reads may come from a replica, which may still have an old value");
        return connections;
    }
}
