/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import javax.cache.annotation.CacheResult;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

import dev.tuned.cache.autoconfigure.annotated.JCacheLoads;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;

/**
 * Auto-configuration of what belongs to the near cache, where it has the application's caches. Parameters that are named as
 * the starter's own beans spare a look at every bean of the application.
 */
@AutoConfiguration(
        after = CacheAutoConfiguration.class,
        afterName = "org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration")
@ConditionalOnBean(name = RemoteLocation.BEAN, search = SearchStrategy.CURRENT)
@EnableConfigurationProperties(CacheProperties.class)
public final class NearCacheAutoConfiguration {

    /** Infrastructure: properties may be bound before all of the application's bean post-processors exist. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CacheProperties.RegionsBeginWithDefaults tunedCacheRegionsBeginWithDefaults() {
        return new CacheProperties.RegionsBeginWithDefaults();
    }

    @Bean
    RegionTypes tunedCacheRegionTypes(CacheProperties properties, ConfigurableListableBeanFactory beans) {
        return new RegionTypes(properties, beans);
    }

    @Bean(CacheEngine.BEAN)
    CacheEngine tunedCacheEngine(
            CacheProperties properties,
            RegionTypes tunedCacheRegionTypes,
            RemoteLocation tunedCacheRemoteLocation,
            ListableBeanFactory beans) {
        SettingsCheck.check(properties);
        return new CacheEngine(properties, tunedCacheRegionTypes, tunedCacheRemoteLocation, beans);
    }

    /** JCache's annotations, where they are on the class path. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(CacheResult.class)
    static final class JCache {

        @Bean
        static JCacheLoads tunedCacheJCacheLoads(BeanFactory beans) {
            return new JCacheLoads(beans);
        }
    }

    /** L2 in Couchbase, where its client is on the class path. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Cluster.class)
    @Conditional(OnBucketCondition.class)
    @ConditionalOnSingleCandidate(Cluster.class)
    static final class Couchbase {

        @Bean(RemoteLocation.STORE_BEAN)
        @ConditionalOnMissingBean(L2Store.class)
        CouchbaseStore tunedCacheStore(Cluster cluster, Environment environment, CacheProperties properties) {
            CacheProperties.Couchbase couchbase = properties.getCouchbase();
            String bucket = String.valueOf(RemoteLocation.bucket(environment));
            return new CouchbaseStore(
                    () -> cluster.async()
                            .bucket(bucket)
                            .scope(couchbase.getScope())
                            .collection(couchbase.getCollection()),
                    DurabilityLevel.valueOf(couchbase.getDurability().name()));
        }
    }

    @Bean
    RegionInitializer tunedCacheRegionStarter(
            CacheEngine tunedCacheEngine,
            RegionTypes tunedCacheRegionTypes,
            BeanFactory beans,
            ObjectProvider<CacheAspectSupport> aspects) {
        return new RegionInitializer(tunedCacheEngine, tunedCacheRegionTypes::regions, beans, aspects);
    }

    @Bean
    StartupReport tunedCacheStartupReport(
            CacheEngine tunedCacheEngine,
            CacheProperties properties,
            RemoteLocation tunedCacheRemoteLocation,
            ObjectProvider<InvalidationChannel> channels) {
        return new StartupReport(
                tunedCacheEngine, properties, tunedCacheRemoteLocation, channels.getIfAvailable() != null);
    }

    /** Whether a bucket for L2 is set. */
    static final class OnBucketCondition extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String bucket = RemoteLocation.bucket(context.getEnvironment());
            return new ConditionOutcome(StringUtils.hasText(bucket), "bucket: " + bucket);
        }
    }
}
