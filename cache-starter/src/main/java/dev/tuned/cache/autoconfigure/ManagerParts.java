/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
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

    /** Whether it is Spring's own writer, of which the rest is known. */
    static boolean isOwn(RedisCacheWriter writer) {
        return writer.getClass().getName().equals(WRITER);
    }

    static RedisConnectionFactory connections(RedisCacheWriter own) {
        return (RedisConnectionFactory) field(own, "connectionFactory");
    }

    static boolean isLocking(RedisCacheWriter own) {
        Duration sleep = (Duration) field(own, "sleepTime");
        return !sleep.isZero() && !sleep.isNegative();
    }

    static CacheStatisticsCollector statistics(RedisCacheWriter own) {
        return (CacheStatisticsCollector) field(own, "statistics");
    }

    private static Object field(Object owner, String name) {
        Object value = PropertyAccessorFactory.forDirectFieldAccess(owner).getPropertyValue(name);
        Assert.state(value != null, () -> owner.getClass().getName() + " has no " + name);
        return value;
    }

    /** The same for native images. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
            List.of(RedisCacheManager.class, RedisCacheManagerBuilder.class, RedisCacheWriter.class)
                    .forEach(type -> hints.reflection().registerType(type, MemberCategory.values()));
            hints.reflection().registerType(TypeReference.of(WRITER), MemberCategory.values());
        }
    }
}
