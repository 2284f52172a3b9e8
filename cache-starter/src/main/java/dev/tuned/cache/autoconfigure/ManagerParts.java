/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * What a {@link RedisCacheManager} and Spring's own writer are made of, read by reflection, since they show it to subclasses alone or to nobody.
 * Known is Spring Data Redis 4.0 and 4.1; whatever is missing throws, and the manager stays as it is.
 */
final class ManagerParts {

    private static final String WRITER = "org.springframework.data.redis.cache.DefaultRedisCacheWriter";

    private ManagerParts() {}

    static RedisCacheWriter writer(RedisCacheManager manager) {
        return (RedisCacheWriter) invoke(manager, "getCacheWriter");
    }

    /** An equal manager with another writer. */
    static RedisCacheManager rebuild(RedisCacheManager manager, RedisCacheWriter writer) {
        RedisCacheManagerBuilder builder = RedisCacheManager.builder(writer)
                .cacheDefaults(defaults(manager))
                .withInitialCacheConfigurations(initial(manager))
                .allowCreateOnMissingCache(manager.isAllowRuntimeCacheCreation());
        if (manager.isTransactionAware()) {
            builder.transactionAware();
        }
        // Since Spring Data Redis 4.1
        Field strategy = ReflectionUtils.findField(RedisCacheManager.class, "resetStrategy");
        if (strategy != null) {
            Method set = ReflectionUtils.findMethod(
                    RedisCacheManagerBuilder.class, "withResetCachesStrategy", strategy.getType());
            if (set == null) {
                throw new IllegalStateException("The builder does not take a reset strategy");
            }
            ReflectionUtils.invokeMethod(set, builder, get(strategy, manager));
        }
        return builder.build();
    }

    /** The configuration that a cache of the manager has or would have. */
    static RedisCacheConfiguration configuration(RedisCacheManager manager, String cache) {
        RedisCacheConfiguration configuration = initial(manager).get(cache);
        return (configuration != null) ? configuration : defaults(manager);
    }

    static RedisCacheConfiguration defaults(RedisCacheManager manager) {
        return (RedisCacheConfiguration) invoke(manager, "getDefaultCacheConfiguration");
    }

    @SuppressWarnings("unchecked")
    static Map<String, RedisCacheConfiguration> initial(RedisCacheManager manager) {
        return (Map<String, RedisCacheConfiguration>) invoke(manager, "getInitialCacheConfiguration");
    }

    private static Object invoke(RedisCacheManager manager, String name) {
        Method method = ReflectionUtils.findMethod(RedisCacheManager.class, name);
        if (method == null) {
            throw new IllegalStateException("There is no " + name);
        }
        ReflectionUtils.makeAccessible(method);
        Object result = ReflectionUtils.invokeMethod(method, manager);
        if (result == null) {
            throw new IllegalStateException(name + " has no result");
        }
        return result;
    }

    /** The connections of Spring's own writer; null: it is another one. */
    static @Nullable RedisConnectionFactory connections(RedisCacheWriter writer) {
        return (RedisConnectionFactory) ofOwn(writer, "connectionFactory");
    }

    /** Whether Spring's own writer locks; another one may. */
    static boolean isLocking(RedisCacheWriter writer) {
        Duration sleep = (Duration) ofOwn(writer, "sleepTime");
        return sleep == null || !(sleep.isZero() || sleep.isNegative());
    }

    /** Where Spring's own writer counts; null: it is another one. */
    static @Nullable CacheStatisticsCollector statistics(RedisCacheWriter writer) {
        return (CacheStatisticsCollector) ofOwn(writer, "statistics");
    }

    private static @Nullable Object ofOwn(RedisCacheWriter writer, String name) {
        if (!writer.getClass().getName().equals(WRITER)) {
            return null;
        }
        Field field = ReflectionUtils.findField(writer.getClass(), name);
        if (field == null) {
            throw new IllegalStateException("The writer has no " + name);
        }
        return get(field, writer);
    }

    private static @Nullable Object get(Field field, Object object) {
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, object);
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
