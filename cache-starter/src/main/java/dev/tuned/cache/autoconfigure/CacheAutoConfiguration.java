/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import com.couchbase.client.java.Cluster;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.CaffeineSpec;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.RegionCache;
import dev.tuned.cache.WarmUpSource;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoreListener;

/**
 * Auto-configuration of the cache starter: a cache manager in place of the one that Spring Boot would choose, unless
 * the application chose one itself.
 */
@AutoConfiguration(
        before = org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class,
        after = CouchbaseAutoConfiguration.class,
        afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass({
    CacheManager.class,
    CacheManagerCustomizers.class,
    Caffeine.class,
    Cluster.class,
    CouchbaseAutoConfiguration.class,
    JsonMapper.class
})
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(
        value = {CacheManager.class, Caffeine.class, CaffeineSpec.class},
        name = "cacheResolver")
@Conditional(NoExplicitCacheCondition.class)
@EnableConfigurationProperties(CacheProperties.class)
@ImportRuntimeHints(CacheRuntimeHints.class)
public final class CacheAutoConfiguration {

    private static final OurOperations OURS = new OurOperations("cacheManager");

    @Bean
    RegionTypes tunedCacheRegionTypes(CacheProperties properties, ConfigurableListableBeanFactory beans) {
        ValueTypes valueTypes = new ValueTypes(beans.getBeanClassLoader());
        return new RegionTypes(properties, valueTypes, new DeclaredTypes(beans, valueTypes, OURS));
    }

    @Bean
    RemoteLocation tunedCacheRemoteLocation(
            CacheProperties properties,
            ObjectProvider<Cluster> cluster,
            Environment environment,
            ListableBeanFactory beans) {
        return new RemoteLocation(properties, cluster.getIfUnique(), environment, beans);
    }

    @Bean(RemoteLocation.STORE_BEAN)
    @ConditionalOnSingleCandidate(Cluster.class)
    @Conditional(OnBucketCondition.class)
    @ConditionalOnMissingBean(L2Store.class)
    CouchbaseStore tunedCacheStore(RemoteLocation remote, CacheProperties properties) {
        return new CouchbaseStore(remote.location(), properties.couchbase().durability());
    }

    @Bean
    NearCacheManager cacheManager(
            CacheProperties properties,
            RegionTypes types,
            RemoteLocation remote,
            ObjectProvider<L2Store> store,
            ObjectProvider<StoreListener> storeListeners,
            ObjectProvider<InvalidationChannel> channels,
            ObjectProvider<JsonMapper> mapper,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<CacheManagerCustomizer<?>> customizers) {
        NearCacheManager.Builder builder = NearCacheManager.builder(
                properties::settings,
                types,
                mapper.getIfUnique(
                        () -> JsonMapper.builder().findAndAddModules().build()));
        store.ifAvailable(l2 -> builder.store(l2, properties.keyPrefix(), remote.name())
                .breaker(properties.breaker().settings())
                .storeListeners(storeListeners.orderedStream().toList()));
        InvalidationChoice.apply(properties.invalidation(), channels, builder);
        builder.taskDecorator(
                new CompositeTaskDecorator(decorators.orderedStream().toList()));
        NearCacheManager manager = builder.build();
        // Metrics are bound to the regions that exist when this bean is there.
        types.regions().forEach(manager::getCache);
        return new CacheManagerCustomizers(customizers.orderedStream().toList()).customize(manager);
    }

    @Bean
    RegionStarter tunedCacheRegionStarter(
            NearCacheManager manager, RegionTypes types, ObjectProvider<CacheAspectSupport> aspects) {
        return new RegionStarter(manager, types, OURS, aspects);
    }

    @Bean
    StartupReport tunedCacheStartupReport(NearCacheManager manager, CacheProperties properties, RemoteLocation remote) {
        return new StartupReport(manager, properties, remote);
    }

    @Bean
    WarmUpLauncher tunedCacheWarmUp(
            ApplicationContext context,
            NearCacheManager manager,
            ObjectProvider<WarmUpSource> sources,
            CacheProperties properties) {
        return new WarmUpLauncher(context, manager, sources, properties.warmUp().settings());
    }

    @Bean
    NearCacheView tunedCacheView(
            NearCacheManager manager, StartupReport report, RemoteLocation remote, WarmUpLauncher warmUp) {
        return new NearCacheView(manager, report, remote, warmUp);
    }

    /** Spring Boot's cache meters for L1. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterBinder.class, CaffeineCacheMetrics.class})
    static final class Meters {

        @Bean
        CacheMeterBinderProvider<RegionCache> tunedCacheMeterBinderProvider() {
            return (cache, tags) -> new CaffeineCacheMetrics<>(cache.getNativeCache(), cache.getName(), tags);
        }
    }
}
