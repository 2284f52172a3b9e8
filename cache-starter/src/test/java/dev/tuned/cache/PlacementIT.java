/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.support.CompositeCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.near.NearWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/** Which cache managers get a memory, and what they keep. */
@NeedsRedis
@ExtendWith(OutputCaptureExtension.class)
class PlacementIT {

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void flush() {
        redis.command("FLUSHALL");
    }

    private static RedisCache raw(NearApplication application, String cache) {
        Cache found = application.cache(cache);
        return (RedisCache)
                (found instanceof TransactionAwareCacheDecorator decorator ? decorator.getTargetCache() : found);
    }

    /** The first subscription forgets what was written before it. */
    private static void awaitConnection(NearApplication application) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> application.bean(NearManagers.class).stores().stream()
                        .allMatch(near -> near.channel().isConnected()));
    }

    private static boolean isNear(NearApplication application) {
        return raw(application, "products").getNativeCache() instanceof NearWriter;
    }

    @Test
    void dependencyAloneChangesNoBeanAndNoCache(CapturedOutput output) {
        try (NearApplication application = NearApplication.stock(redis)) {
            assertThat(application.bean(CacheManager.class).getClass()).isEqualTo(RedisCacheManager.class);
            assertThat(raw(application, "products").getNativeCache().getClass().getName())
                    .isEqualTo("org.springframework.data.redis.cache.DefaultRedisCacheWriter");
            assertThat(application.context().getBeanDefinitionNames())
                    .filteredOn(name -> name.startsWith("tuned") || name.startsWith("dev.tuned"))
                    .containsExactlyInAnyOrder(
                            "tunedCacheStartupReport", "dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration");
            assertThat(application.context().getBeanNamesForType(NearManagers.class))
                    .isEmpty();
        }
        assertThat(output).contains("tuned cache: nothing is changed; tuned.cache.near=");
    }

    @Test
    void switchedOffItIsStockWithoutALine(CapturedOutput output) {
        try (NearApplication application = NearApplication.near(redis, "tuned.cache.enabled=false")) {
            assertThat(isNear(application)).isFalse();
        }
        assertThat(output).doesNotContain("tuned cache");
    }

    @Test
    void managerAndCachesStaySpringsOwnClasses(CapturedOutput output) {
        try (NearApplication application = NearApplication.near(
                redis,
                "spring.cache.cache-names=products,prices",
                "spring.cache.redis.time-to-live=10m",
                "spring.cache.redis.key-prefix=app:")) {
            RedisCacheManager manager = application.bean(RedisCacheManager.class);
            assertThat(manager.getClass()).isEqualTo(RedisCacheManager.class);
            assertThat(manager.getCacheNames()).containsExactlyInAnyOrder("products", "prices");
            assertThat(application.cache("products").getClass()).isEqualTo(RedisCache.class);
            assertThat(manager.getCache("unknown")).isNotNull();
            RedisCacheConfiguration configuration = raw(application, "products").getCacheConfiguration();
            assertThat(configuration.getTtlFunction().getTimeToLive("1", null)).isEqualTo(Duration.ofMinutes(10));
            assertThat(configuration.getKeyPrefixFor("products")).isEqualTo("app:products::");
            assertThat(isNear(application)).isTrue();
        }
        assertThat(output)
                .contains("tuned cache: near products of cacheManager")
                .doesNotContain("WARN");
    }

    @Test
    void namesAreAList() {
        try (NearApplication application =
                NearApplication.stock(redis, "tuned.cache.near[0]=prices", "tuned.cache.near[1]=products")) {
            application.cache("products").put("1", "a");
            application.cache("other").put("1", "a");
            assertThat(application.bean(NearManagers.class).caches())
                    .extracting(cache -> cache.name)
                    .containsExactly("products");
        }
    }

    @Test
    void aStarIsAllCaches() {
        try (NearApplication application = NearApplication.stock(redis, "tuned.cache.near=*")) {
            application.cache("products").put("1", "a");
            application.cache("other").put("1", "a");
            assertThat(application.bean(NearManagers.class).caches())
                    .extracting(cache -> cache.name)
                    .containsExactly("products", "other");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LockingCustomizer {

        @Bean
        RedisCacheManagerBuilderCustomizer customizer(RedisConnectionFactory connections) {
            return builder -> builder.cacheWriter(RedisCacheWriter.lockingRedisCacheWriter(connections))
                    .transactionAware();
        }
    }

    @Test
    void customizersWriterStaysBehind() {
        try (NearApplication application =
                NearApplication.start(redis, List.of(LockingCustomizer.class), List.of("tuned.cache.near=products"))) {
            awaitConnection(application);
            assertThat(isNear(application)).isTrue();
            assertThat(application.bean(RedisCacheManager.class).isTransactionAware())
                    .isTrue();
            assertThat(application.cache("products").get("1", () -> "loaded")).isEqualTo("loaded");
            await().atMost(Duration.ofSeconds(10)).until(() -> redis.has("products::1"));
            assertThat(application.cache("products").get("1", () -> "again")).isEqualTo("loaded");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnManager {

        @Bean
        RedisCacheManager cacheManager(RedisConnectionFactory connections) {
            RedisCacheConfiguration defaults = RedisCacheConfiguration.defaultCacheConfig()
                    .entryTtl(Duration.ofMinutes(3))
                    .prefixCacheNameWith("own:");
            return RedisCacheManager.builder(RedisCacheWriter.create(connections, writer -> writer.collectStatistics()))
                    .cacheDefaults(defaults)
                    .withInitialCacheConfigurations(Map.of("products", defaults.entryTtl(Duration.ofSeconds(7))))
                    .disableCreateOnMissingCache()
                    .build();
        }
    }

    @Test
    void ownManagerIsRebuiltAsItIs() {
        try (NearApplication application = NearApplication.start(
                redis, List.of(OwnManager.class), List.of("tuned.cache.near=products", NearApplication.PATIENT))) {
            RedisCacheManager manager = application.bean(RedisCacheManager.class);
            awaitConnection(application);
            assertThat(isNear(application)).isTrue();
            assertThat(manager.getCacheNames()).containsExactly("products");
            assertThat(manager.getCache("near-probe")).isNull();
            RedisCache products = raw(application, "products");
            assertThat(products.getCacheConfiguration().getTtlFunction().getTimeToLive("1", null))
                    .isEqualTo(Duration.ofSeconds(7));
            products.put("1", "a");
            long hits = products.getStatistics().getHits();
            products.get("1");
            products.get("1");
            assertThat(products.getStatistics().getHits()).isEqualTo(hits + 2);
            assertThat(redis.has("own:products::1")).isTrue();
        }
    }

    static class TtlManager extends RedisCacheManager {

        TtlManager(RedisCacheWriter writer) {
            super(writer, RedisCacheConfiguration.defaultCacheConfig());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Subclass {

        @Bean
        RedisCacheManager cacheManager(RedisConnectionFactory connections) {
            return new TtlManager(RedisCacheWriter.nonLockingRedisCacheWriter(connections));
        }
    }

    @Test
    void subclassStaysAsItIsWithAWarning(CapturedOutput output) {
        try (NearApplication application =
                NearApplication.start(redis, List.of(Subclass.class), List.of("tuned.cache.near=products"))) {
            assertThat(application.bean(CacheManager.class).getClass()).isEqualTo(TtlManager.class);
            assertThat(isNear(application)).isFalse();
            application.cache("products").put("1", "a");
        }
        assertThat(output).contains(TtlManager.class.getName()).contains("is a subclass of RedisCacheManager");
    }

    @Configuration(proxyBeanMethods = false)
    static class UnknownWriter {

        @Bean
        RedisCacheManager cacheManager(RedisConnectionFactory connections) {
            return RedisCacheManager.builder(
                            new SteppedWriter(RedisCacheWriter.nonLockingRedisCacheWriter(connections)))
                    .build();
        }
    }

    @Test
    void managerWithAnUnknownWriterStaysAsItIsWithAWarning(CapturedOutput output) {
        try (NearApplication application =
                NearApplication.start(redis, List.of(UnknownWriter.class), List.of("tuned.cache.near=products"))) {
            assertThat(raw(application, "products").getNativeCache()).isInstanceOf(SteppedWriter.class);
        }
        assertThat(output).contains("No cache of 'cacheManager' is near").contains(SteppedWriter.class.getName());
    }

    @Test
    void managerWhoseReadsMayComeFromAReplicaStaysAsItIsWithAWarning(CapturedOutput output) {
        try (NearApplication application =
                NearApplication.near(redis, "spring.data.redis.lettuce.read-from=replica-preferred")) {
            assertThat(isNear(application)).isFalse();
        }
        assertThat(output).contains("No cache of 'cacheManager' is near").contains("from a replica");
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {

        @Bean
        @Primary
        RedisCacheManager cacheManager(RedisConnectionFactory connections) {
            return RedisCacheManager.create(connections);
        }

        @Bean
        RedisCacheManager second(RedisConnectionFactory connections) {
            return RedisCacheManager.builder(connections)
                    .cacheDefaults(RedisCacheConfiguration.defaultCacheConfig().prefixCacheNameWith("second:"))
                    .build();
        }

        @Bean
        ConcurrentMapCacheManager map() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        CompositeCacheManager composite(@Qualifier("second") RedisCacheManager second, ConcurrentMapCacheManager map) {
            return new CompositeCacheManager(second, map);
        }
    }

    @Test
    void severalManagersHaveTheirOwnEntries() {
        try (NearApplication application = NearApplication.start(
                redis, List.of(Several.class), List.of("tuned.cache.near=products", NearApplication.PATIENT))) {
            awaitConnection(application);
            Cache first = application.cache("products");
            Cache second = application
                    .context()
                    .getBean("composite", CacheManager.class)
                    .getCache("products");
            first.put("1", "first");
            second.put("1", "second");

            assertThat(first.get("1", String.class)).isEqualTo("first");
            assertThat(second.get("1", String.class)).isEqualTo("second");
            NearManagers near = application.bean(NearManagers.class);
            assertThat(near.stores()).hasSize(1);
            assertThat(near.stores().get(0).memory().size()).isEqualTo(2);
            assertThat(near.caches()).extracting(cache -> cache.manager).containsExactly("cacheManager", "second");
        }
    }

    @Configuration
    static class Configurer implements CachingConfigurer {

        private final RedisConnectionFactory connections;

        Configurer(RedisConnectionFactory connections) {
            this.connections = connections;
        }

        @Bean
        @Override
        public CacheManager cacheManager() {
            return RedisCacheManager.create(connections);
        }
    }

    @Test
    void managerOfACachingConfigurerIsNear() throws InterruptedException {
        try (NearApplication application =
                NearApplication.start(redis, List.of(Configurer.class), List.of("tuned.cache.near=products"))) {
            NearApplication.Products.SOURCE.put("1", "a");
            awaitConnection(application);
            assertThat(isNear(application)).isTrue();
            assertThat(application.products().find("1")).isEqualTo("a");
            assertThat(application.products().find("1")).isEqualTo("a");
            assertThat(application.bean(NearManagers.class).caches().get(0).hits.sum())
                    .isEqualTo(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Child {

        @Bean
        RedisCacheManager childCacheManager(RedisConnectionFactory connections) {
            return RedisCacheManager.create(connections);
        }
    }

    @Test
    void childContextSharesTheMemoryOfItsParent() {
        try (NearApplication application = NearApplication.near(redis);
                ConfigurableApplicationContext child = new SpringApplicationBuilder(Child.class)
                        .sources(dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration.class)
                        .parent(application.context())
                        .properties(
                                "tuned.cache.near=products",
                                "spring.main.web-application-type=none",
                                "spring.main.banner-mode=off")
                        .run()) {
            awaitConnection(application);
            RedisCacheManager manager = child.getBean("childCacheManager", RedisCacheManager.class);
            Cache products = manager.getCache("products");
            assertThat(products).isNotNull();
            assertThat(((RedisCache) products).getNativeCache()).isInstanceOf(NearWriter.class);
            assertThat(child.getBeanNamesForType(NearManagers.class)).isEmpty();
            products.put("1", "of the child");
            assertThat(application.cache("products").get("1", String.class)).isEqualTo("of the child");
        }
    }

    @Test
    void unknownNamesAreReportedOnce(CapturedOutput output) {
        try (NearApplication application = NearApplication.start(
                redis, List.of(OwnManager.class), List.of("tuned.cache.near=products,pruducts"))) {
            assertThat(isNear(application)).isTrue();
        }
        assertThat(output).contains("there is no cache that can be near: [pruducts]");
    }

    @Configuration(proxyBeanMethods = false)
    static class Idle {

        @Bean
        RedisCacheConfiguration configuration() {
            return RedisCacheConfiguration.defaultCacheConfig()
                    .entryTtl(Duration.ofMinutes(1))
                    .enableTimeToIdle();
        }
    }

    @Test
    void cacheWithTimeToIdleIsNotNear(CapturedOutput output) {
        try (NearApplication application =
                NearApplication.start(redis, List.of(Idle.class), List.of("tuned.cache.near=products"))) {
            application.cache("products").put("1", "a");
            application.cache("products").put("2", "a");
            // Spring's writer does not wait for Redis.
            await().atMost(Duration.ofSeconds(10)).until(() -> redis.has("products::1"));
            assertThat(application.cache("products").get("1", String.class)).isEqualTo("a");
            assertThat(application
                            .bean(NearManagers.class)
                            .stores()
                            .get(0)
                            .memory()
                            .size())
                    .isZero();
        }
        assertThat(output.toString().split("Cache products is not near", -1)).hasSize(2);
    }

    /** What an application may do with the writer itself. */
    @Test
    void writerIsUsedAsSpringsOwn() {
        try (NearApplication application = NearApplication.near(redis, NearApplication.PATIENT)) {
            awaitConnection(application);
            RedisCacheWriter writer = raw(application, "products").getNativeCache();
            assertThat(new HashSet<>(
                            List.of(writer, raw(application, "products").getNativeCache())))
                    .hasSize(1);
            assertThat(writer).hasToString("near RedisCacheWriter");
            byte[] key = "products::1".getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> writer.put("products", key, null, null))
                    .isInstanceOf(IllegalArgumentException.class);
            writer.put("products", key, key, Duration.ofMinutes(1));
            assertThat(writer.get("products", key)).isEqualTo(key);
            assertThat(writer.get("products", key, Duration.ofMinutes(10))).isEqualTo(key);
            assertThat(Integer.parseInt(redis.command("TTL products::1").strip().substring(1)))
                    .isGreaterThan(60);
        }
    }

    /** Spring Data Redis 4.1: resets caches by FLUSHDB, through a method of the writer that 4.0 does not have. */
    @Test
    void whatElseWasDoneToRedisForgetsAll() {
        Method execute = ReflectionUtils.findMethod(RedisCacheWriter.class, "execute", Function.class);
        assumeThat(execute).isNotNull();
        try (NearApplication application = NearApplication.near(redis, NearApplication.PATIENT)) {
            application.cache("products").put("1", "a");
            NearStore near = application.bean(NearManagers.class).stores().get(0);
            Function<RedisConnection, Boolean> flush = connection -> {
                connection.serverCommands().flushDb();
                return true;
            };
            ReflectionUtils.invokeMethod(execute, raw(application, "products").getNativeCache(), flush);
            await().atMost(Duration.ofSeconds(5)).until(() -> near.memory().size() == 0);
            assertThat(application.cache("products").get("1")).isNull();
        }
    }
}
