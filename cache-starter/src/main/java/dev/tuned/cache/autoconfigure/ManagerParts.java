/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;

import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

/**
 * What a {@link RedisCacheManager} and Spring's own writer are made of, read by reflection, since they show it to subclasses alone or to nobody.
 * Known is Spring Data Redis 4.0 and 4.1; whatever is missing throws, and the manager stays as it is.
 */
final class ManagerParts {

    private static final String WRITER = "org.springframework.data.redis.cache.DefaultRedisCacheWriter";
    private static final String FACTORY =
            "org\\.springframework\\.data\\.redis\\.connection\\.\\w+\\.(Lettuce|Jedis)ConnectionFactory";
    private static final String RESET_STRATEGY = "resetStrategy";

    private ManagerParts() {}

    static RedisCacheWriter writer(RedisCacheManager manager) {
        return (RedisCacheWriter) field(manager, "cacheWriter");
    }

    /** An equal manager with another writer. */
    static RedisCacheManager rebuild(RedisCacheManager manager, RedisCacheWriter writer) {
        RedisCacheManagerBuilder builder = RedisCacheManager.builder(writer)
                .cacheDefaults((RedisCacheConfiguration) field(manager, "defaultCacheConfiguration"))
                .withInitialCacheConfigurations(initial(manager))
                .allowCreateOnMissingCache(manager.isAllowRuntimeCacheCreation());
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

    /** The configuration that a cache of the manager has or would have. */
    static RedisCacheConfiguration configuration(RedisCacheManager manager, String cache) {
        RedisCacheConfiguration configuration = initial(manager).get(cache);
        return (configuration != null)
                ? configuration
                : (RedisCacheConfiguration) field(manager, "defaultCacheConfiguration");
    }

    @SuppressWarnings("unchecked")
    static Map<String, RedisCacheConfiguration> initial(RedisCacheManager manager) {
        return (Map<String, RedisCacheConfiguration>) field(manager, "initialCacheConfiguration");
    }

    /** The connections of Spring's own writer. Another writer, or a factory that chooses by thread, works on its caller's thread alone. */
    static RedisConnectionFactory connections(RedisCacheWriter writer) {
        Assert.state(writer.getClass().getName().equals(WRITER), () -> "not known is " + writer.getClass());
        RedisConnectionFactory connections = (RedisConnectionFactory) field(writer, "connectionFactory");
        Assert.state(connections.getClass().getName().matches(FACTORY), () -> "not known is " + connections.getClass());
        return connections;
    }

    static CacheStatisticsCollector statistics(RedisCacheWriter writer) {
        return (CacheStatisticsCollector) field(writer, "statistics");
    }

    static boolean isLocking(RedisCacheWriter writer) {
        return ((Duration) field(writer, "sleepTime")).toNanos() > 0;
    }

    private static Object field(Object owner, String name) {
        Object value = PropertyAccessorFactory.forDirectFieldAccess(owner).getPropertyValue(name);
        Assert.state(value != null, () -> owner.getClass().getName() + " has no " + name);
        return value;
    }
}
