/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.couchbase.client.java.Cluster;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.actuate.endpoint.CachesEndpoint;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.autoconfigure.actuate.NearCacheMetricsAutoConfiguration;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

@ExtendWith(OutputCaptureExtension.class)
class CacheAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CouchbaseAutoConfiguration.class,
                    CacheAutoConfiguration.class,
                    NearCacheAutoConfiguration.class,
                    org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
            .withPropertyValues("spring.application.name=shop");

    @Test
    void isOnByDefault() {
        runner.withUserConfiguration(Application.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(TunedCacheManager.class)
                        .hasSingleBean(CacheManager.class));
    }

    @Test
    void isOffBySwitch() {
        runner.withUserConfiguration(Application.class)
                .withPropertyValues("tuned.cache.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(TunedCacheManager.class)
                        .hasSingleBean(CacheManager.class));
    }

    @Test
    void withoutEnableCachingItIsThereOnRequest() {
        runner.run(context -> assertThat(context).doesNotHaveBean(CacheManager.class));
        runner.withPropertyValues("tuned.cache.enabled=true")
                .run(context -> assertThat(context).hasSingleBean(TunedCacheManager.class));
    }

    @Test
    void customizerOfAnotherManagerWinsAndOneOfAnyIsApplied() {
        runner.withUserConfiguration(Application.class, CaffeineCustomizer.class)
                .run(context -> assertThat(context).hasSingleBean(CaffeineCacheManager.class));
        runner.withUserConfiguration(Application.class, AnyCustomizer.class)
                .run(context -> assertThat(
                                context.getBean(TunedCacheManager.class).getCacheNames())
                        .contains("customized"));
    }

    @Test
    void bucketWithoutCouchbasesClientFailsTheStartByName() {
        runner.withClassLoader(new FilteredClassLoader("com.couchbase", "reactor"))
                .withPropertyValues("tuned.cache.enabled=true", "tuned.cache.couchbase.bucket=b")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("Couchbase's client is not on the class path"));
    }

    @Test
    void worksWithoutCouchbasesClient() {
        runner.withClassLoader(new FilteredClassLoader("com.couchbase", "reactor"))
                .withPropertyValues("tuned.cache.enabled=true")
                .run(context -> {
                    CacheManager manager = context.getBean(TunedCacheManager.class);
                    assertThat(requireNonNull(manager.getCache("products")).get("1", () -> "one"))
                            .isEqualTo("one");
                });
    }

    @Test
    void usersManagerWins() {
        runner.withBean(CacheManager.class, ConcurrentMapCacheManager::new)
                .withUserConfiguration(Application.class)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(TunedCacheManager.class)
                        .doesNotHaveBean(StartupReport.class));
    }

    @Test
    void usersCaffeineWins() {
        runner.withUserConfiguration(Application.class)
                .withBean(Caffeine.class, Caffeine::newBuilder)
                .run(context -> assertThat(context).doesNotHaveBean(TunedCacheManager.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.cache.type=none",
                "spring.cache.type=simple",
                "spring.cache.caffeine.spec=maximumSize=5",
                "spring.cache.cache-names=products",
                "spring.cache.redis.time-to-live=5s"
            })
    void usersSettingWins(String setting) {
        runner.withUserConfiguration(Application.class)
                .withPropertyValues(setting)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(TunedCacheManager.class)
                        .hasSingleBean(CacheManager.class));
    }

    @ParameterizedTest
    @ValueSource(classes = {Caffeine.class, CacheManager.class})
    void doesNothingWithoutItsTechnology(Class<?> absent) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(CacheAutoConfiguration.class, NearCacheAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(absent))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TunedCacheManager.class));
    }

    @Test
    void worksWithoutMicrometer() {
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class.getPackageName()))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(TunedCacheManager.class));
    }

    @Test
    void withoutAClusterThereIsL1Only() {
        runner.withUserConfiguration(Application.class).run(context -> {
            assertThat(context.getBean(StartupReport.class).message())
                    .isEqualTo("tuned cache: L1 Caffeine, 10000 entries for 60s per region; L2 none (no Cluster bean: "
                            + "set spring.couchbase.connection-string); nothing is served stale; "
                            + "invalidation none (no L2)");
            assertThat(context.getBean(CacheManager.class).getCacheNames()).isEmpty();
        });
    }

    @Test
    void withoutABucketThereIsL1OnlyAndTheLineNamesTheProperty() {
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withPropertyValues(connection())
                .run(context -> assertThat(context.getBean(StartupReport.class).message())
                        .contains("L2 none (no bucket: set tuned.cache.couchbase.bucket)"));
    }

    @Test
    void usersStoreTakesThePlaceOfCouchbase() {
        FakeStore own = new FakeStore();
        runner.withUserConfiguration(Application.class)
                .withPropertyValues(connection())
                .withPropertyValues("tuned.cache.couchbase.bucket=b")
                .withBean("ownStore", L2Store.class, () -> own)
                .run(context -> {
                    assertThat(context).getBean(L2Store.class).isSameAs(own);
                    assertThat(context.getBean(StartupReport.class).message())
                            .contains("L2 L2Store ownStore for 10m", "products (L1+L2)");
                    assertThat(own.adds.get())
                            .as("nothing is asked before a cache is used")
                            .isZero();
                    context.getBean(TunedCacheManager.class)
                            .getCache("products")
                            .get("1");
                    assertThat(own.adds.get()).isPositive();
                });
    }

    @Test
    void usersStoreNeedsNoCouchbaseConnection() {
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withBean(L2Store.class, FakeStore::new)
                .run(context -> assertThat(
                                context.getBean(TunedCacheManager.class).storeState())
                        .isNotNull());
    }

    @Test
    void severalClustersOfWhichNoneIsPrimaryStopTheStart() {
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withBean("one", Cluster.class, () -> mock(Cluster.class))
                .withBean("two", Cluster.class, () -> mock(Cluster.class))
                .withPropertyValues("tuned.cache.couchbase.bucket=b")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageStartingWith("Property tuned.cache.couchbase.bucket with value 'b' is invalid: "
                                + "there are several Cluster beans and none of them is primary: one, two"));
    }

    @Test
    void primaryOfSeveralClustersIsUsed() {
        Cluster primary = mock(Cluster.class, RETURNS_DEEP_STUBS);
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withBean("one", Cluster.class, () -> mock(Cluster.class))
                .withBean("two", Cluster.class, () -> primary, definition -> definition.setPrimary(true))
                .withPropertyValues("tuned.cache.couchbase.bucket=b", "tuned.cache.couchbase.scope=s")
                .run(context -> {
                    L2Store store = context.getBean(CouchbaseStore.class);
                    verifyNoInteractions(primary);
                    var unused = store.get("1", Duration.ofSeconds(1));
                    verify(primary.async().bucket("b")).scope("s");
                });
    }

    @Test
    void severalClustersWithoutABucketOfOursAreLeftAlone() {
        runner.withPropertyValues("tuned.cache.enabled=true")
                .withBean("one", Cluster.class, () -> mock(Cluster.class))
                .withBean("two", Cluster.class, () -> mock(Cluster.class))
                .withPropertyValues("spring.data.couchbase.bucket-name=data")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(L2Store.class);
                    assertThat(context.getBean(StartupReport.class).message())
                            .contains("L2 none (several Cluster beans and none of them primary: one, two)");
                });
    }

    @Test
    void declaredTypesGiveRegionsTheirL2(CapturedOutput output) {
        runner.withUserConfiguration(Application.class)
                .withPropertyValues(connection())
                .withPropertyValues(
                        "spring.data.couchbase.bucket-name=data",
                        "tuned.cache.regions.configured.value-type=" + "java.util.List<dev.tuned.cache.Product>")
                .run(context -> {
                    assertThat(context.getBean(StartupReport.class).message())
                            .endsWith("L2 Couchbase bucket 'data' for 10m; nothing is served stale; "
                                    + "invalidation through L2 every 500ms; regions: animals (L1), configured (L1+L2), "
                                    + "evicted (L1), mixed (L1), products (L1+L2), raw (L1)");
                });
        for (String region : List.of("animals", "evicted", "mixed", "raw")) {
            assertThat(output)
                    .containsOnlyOnce("Cache region '" + region + "' has no single declared value type")
                    .contains("tuned.cache.regions." + region + ".value-type");
        }
    }

    @Test
    void regionOfItsOwnCanBeL1Only(CapturedOutput output) {
        runner.withUserConfiguration(Application.class)
                .withPropertyValues(connection())
                .withPropertyValues("tuned.cache.couchbase.bucket=b", "tuned.cache.regions.raw.l2.enabled=false")
                .run(context -> assertThat(context.getBean(StartupReport.class).message())
                        .contains("raw (L1)"));
        assertThat(output).contains("Cache region 'mixed'").doesNotContain("Cache region 'raw'");
    }

    @Test
    void regionBeginsWithTheDefaultsOfTheApplication() {
        runner.withPropertyValues(
                        "tuned.cache.enabled=true",
                        "time=7s",
                        "tuned.cache.defaults.l1.ttl=${time}",
                        "tuned.cache.regions.products.l1.maximum-size=5")
                .run(context -> assertThat(context.getBean(CacheProperties.class)
                                .settings("products")
                                .getL1())
                        .returns(Duration.ofSeconds(7), RegionSettings.L1::getTtl)
                        .returns(5L, RegionSettings.L1::getMaximumSize));
    }

    @Test
    void valueTypeThatDoesNotExistFailsTheStartByName() {
        runner.withPropertyValues(
                        "tuned.cache.enabled=true", "tuned.cache.regions.products.value-type=com.acme.Missing")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageStartingWith(
                                "Property tuned.cache.regions.products.value-type with value 'com.acme.Missing' "
                                        + "is invalid: there is no such type on the class path"));
    }

    @Test
    void regionsInL2ExistWhenAllBeansExist() {
        List<String> duringTheStart = new ArrayList<>(List.of("none yet"));
        runner.withUserConfiguration(Application.class)
                .withBean(L2Store.class, FakeStore::new)
                .withPropertyValues("tuned.cache.regions.configured.l1.ttl=5s")
                .withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
                    @Override
                    public Object postProcessAfterInitialization(Object bean, String name) {
                        if (bean instanceof TunedCacheManager manager) {
                            duringTheStart.clear();
                            duringTheStart.addAll(manager.getCacheNames());
                        }
                        return bean;
                    }
                }))
                .run(context -> {
                    assertThat(duringTheStart).isEmpty();
                    assertThat(context.getBean(CacheManager.class).getCacheNames())
                            .contains("products", "configured");
                });
    }

    @Test
    void endpointListsRegionsAndMetersCountL1() {
        runner.withUserConfiguration(Application.class)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withConfiguration(AutoConfigurations.of(
                        CacheMetricsAutoConfiguration.class, NearCacheMetricsAutoConfiguration.class))
                .run(context -> {
                    Catalog catalog = context.getBean(Catalog.class);
                    catalog.find("1");
                    catalog.find("1");
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("cache.gets")
                                    .tags("cache", "products", "cache.manager", "cacheManager", "result", "hit")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                    var endpoint = new CachesEndpoint(Map.of("cacheManager", context.getBean(CacheManager.class)));
                    assertThat(endpoint.caches()
                                    .getCacheManagers()
                                    .get("cacheManager")
                                    .getCaches())
                            .containsOnlyKeys("products");
                });
    }

    @Test
    void oneLineAtStartSaysWhatIsInForce(CapturedOutput output) {
        try (var context = new SpringApplicationBuilder(Whole.class)
                .web(WebApplicationType.NONE)
                .run("--tuned.cache.enabled=true")) {
            assertThat(context.getBean(CacheManager.class)).isInstanceOf(TunedCacheManager.class);
        }
        assertThat(output).containsOnlyOnce("tuned cache: L1 Caffeine, 10000 entries for 60s per region; L2 none");
    }

    @Test
    void wrongValueStopsTheStartWithAnAnalysis(CapturedOutput output) {
        try {
            new SpringApplicationBuilder(Whole.class)
                    .web(WebApplicationType.NONE)
                    .run("--tuned.cache.enabled=true", "--tuned.cache.defaults.l1.maximum-size=0");
        } catch (RuntimeException expected) {
            // reported on the console
        }
        assertThat(output)
                .contains("Invalid value '0' for configuration property 'tuned.cache.defaults.l1.maximum-size'")
                .contains("it must be 1 or more");
    }

    private static String[] connection() {
        return new String[] {
            "spring.couchbase.connection-string=couchbase://127.0.0.1:1",
            "spring.couchbase.username=" + MockCouchbase.BUCKET,
            "spring.couchbase.password=" + MockCouchbase.PASSWORD
        };
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ConfigurationPropertiesAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Whole {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        Catalog catalog() {
            return new CachingCatalog();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CaffeineCustomizer {

        @Bean
        CacheManagerCustomizer<CaffeineCacheManager> customizer() {
            return manager -> manager.setAllowNullValues(false);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AnyCustomizer {

        @Bean
        CacheManagerCustomizer<CacheManager> customizer() {
            return manager -> manager.getCache("customized");
        }
    }

    /** The bean's declared type: the annotations stand on the class, which only the bean itself shows. */
    interface Catalog {
        Optional<Product> find(String id);
    }

    abstract static class Animal {}

    static class CachingCatalog implements Catalog {

        @Override
        @Cacheable("products")
        public Optional<Product> find(String id) {
            return Optional.of(new Product(id, 1));
        }

        @Cacheable("products")
        public CompletableFuture<Product> findLater(String id) {
            return CompletableFuture.completedFuture(new Product(id, 1));
        }

        @Cacheable("products")
        public Mono<Product> findReactively(String id) {
            return Mono.just(new Product(id, 1));
        }

        @Cacheable("mixed")
        public Product one(String id) {
            return new Product(id, 1);
        }

        @Cacheable("mixed")
        public Flux<Product> many(String id) {
            return Flux.just(new Product(id, 1));
        }

        @Cacheable("raw")
        public Map<String, Object> raw(String id) {
            return Map.of();
        }

        @Cacheable("animals")
        public List<Animal> animals(String id) {
            return List.of();
        }

        @CacheEvict("evicted")
        public void evict(String id) {}

        @Cacheable(cacheNames = "elsewhere", cacheManager = "other")
        public Product elsewhere(String id) {
            return new Product(id, 1);
        }
    }
}
