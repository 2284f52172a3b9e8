/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.cache.CacheManager;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.far.FarCache;
import dev.tuned.cache.far.RedisClient;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearRedisWriter;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.notify.RedisChannel;

/**
 * {@link RedisCacheManager}s. What they and Spring's own writer are made of is read by reflection, since they show it to subclasses alone or to
 * nobody. Known is Spring Data Redis 4.0 and 4.1; whatever is missing throws, and the manager stays as it is. Subclasses do, too.
 */
final class RedisManagers implements NearManagers.Kind {

    private static final Log log = LogFactory.getLog(RedisManagers.class);

    private static final String WRITER = "org.springframework.data.redis.cache.DefaultRedisCacheWriter";
    private static final List<String> FACTORIES = List.of(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            "org.springframework.data.redis.connection.jedis.JedisConnectionFactory");
    private static final String RESET_STRATEGY = "resetStrategy";

    @Override
    public boolean isKnown(CacheManager manager) {
        return manager instanceof RedisCacheManager;
    }

    @Override
    public boolean isExactly(CacheManager manager) {
        return manager.getClass() == RedisCacheManager.class;
    }

    @Override
    public boolean isNear(CacheManager manager) {
        return writer((RedisCacheManager) manager) instanceof NearRedisWriter;
    }

    @Override
    public boolean isDynamic(CacheManager manager) {
        return ((RedisCacheManager) manager).isAllowRuntimeCacheCreation();
    }

    @Override
    public CacheManager near(NearManagers near, String bean, CacheManager known) {
        Assert.state(
                isExactly(known),
                () -> known.getClass().getName() + " is a subclass of RedisCacheManager, which cannot be rebuilt");
        RedisCacheManager manager = (RedisCacheManager) known;
        RedisCacheWriter writer = writer(manager);
        if (writer instanceof NearRedisWriter
                || (!manager.isAllowRuntimeCacheCreation()
                        && initial(manager).keySet().stream().noneMatch(near.settings()::isNear))) {
            return manager;
        }
        RedisConnectionFactory connections = connections(writer);
        RedisClient client = new RedisClient(connections);
        NearStore store = near.store(
                connections,
                "Redis",
                () -> new RedisChannel(connections, near.settings().getChannel(), near.threads()));
        client.connect(store.reads());
        return rebuild(
                manager,
                new NearRedisWriter(
                        writer,
                        statistics(writer),
                        store,
                        (name, delegate) -> cache(near, bean, manager, name, client.cache(delegate, name))));
    }

    private static @Nullable NearCache cache(
            NearManagers near, String bean, RedisCacheManager manager, String name, FarCache far) {
        if (!near.settings().isNear(name)) {
            return null;
        }
        RedisCacheConfiguration configuration = configuration(manager, name);
        if (configuration.isTimeToIdleEnabled()) {
            log.warn("Cache " + name + " is not near: it has a time to idle, and Redis has to see each read");
            return null;
        }
        return near.add(
                bean,
                name,
                far,
                manager.isTransactionAware(),
                () -> configuration.usePrefix() ? configuration.getKeyPrefixFor(name) : null);
    }

    private static RedisCacheWriter writer(RedisCacheManager manager) {
        return (RedisCacheWriter) Parts.field(manager, "cacheWriter");
    }

    /** An equal manager with another writer. */
    private static RedisCacheManager rebuild(RedisCacheManager manager, RedisCacheWriter writer) {
        RedisCacheManagerBuilder builder = RedisCacheManager.builder(writer)
                .cacheDefaults((RedisCacheConfiguration) Parts.field(manager, "defaultCacheConfiguration"))
                .withInitialCacheConfigurations(initial(manager))
                .allowCreateOnMissingCache(manager.isAllowRuntimeCacheCreation());
        if (manager.isTransactionAware()) {
            builder.transactionAware();
        }
        if (PropertyAccessorFactory.forDirectFieldAccess(manager).isReadableProperty(RESET_STRATEGY)) {
            // Since Spring Data Redis 4.1
            Method set = ReflectionUtils.findMethod(builder.getClass(), "withResetCachesStrategy", (Class<?>[]) null);
            Assert.state(set != null, "The builder does not take a reset strategy");
            ReflectionUtils.invokeMethod(set, builder, Parts.field(manager, RESET_STRATEGY));
        }
        return builder.build();
    }

    /** The configuration that a cache of the manager has or would have. */
    private static RedisCacheConfiguration configuration(RedisCacheManager manager, String cache) {
        RedisCacheConfiguration configuration = initial(manager).get(cache);
        return (configuration != null)
                ? configuration
                : (RedisCacheConfiguration) Parts.field(manager, "defaultCacheConfiguration");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, RedisCacheConfiguration> initial(RedisCacheManager manager) {
        return (Map<String, RedisCacheConfiguration>) Parts.field(manager, "initialCacheConfiguration");
    }

    /** The connections of Spring's own writer. Another writer, or a factory that chooses by thread, works on its caller's thread alone. */
    private static RedisConnectionFactory connections(RedisCacheWriter writer) {
        Assert.state(writer.getClass().getName().equals(WRITER), () -> "not known is " + writer.getClass());
        RedisConnectionFactory connections = (RedisConnectionFactory) Parts.field(writer, "connectionFactory");
        Assert.state(
                FACTORIES.contains(connections.getClass().getName()), () -> "not known is " + connections.getClass());
        return connections;
    }

    private static CacheStatisticsCollector statistics(RedisCacheWriter writer) {
        return (CacheStatisticsCollector) Parts.field(writer, "statistics");
    }
}
