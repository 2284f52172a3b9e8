/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.NearCache;
import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.Product;
import dev.tuned.cache.autoconfigure.actuate.NearCacheHealthAutoConfiguration;
import dev.tuned.cache.autoconfigure.actuate.NearCacheMetricsAutoConfiguration;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/** Whoever wraps, replaces or mocks a bean of ours gets an application that starts and serves. */
@ExtendWith(OutputCaptureExtension.class)
class ReplacedBeansTests {

    /** What somebody else does with the cache manager. */
    enum Neighbour implements Supplier<BeanPostProcessor> {
        TRANSACTIONS {
            @Override
            Object replaced(CacheManager manager) {
                return new TransactionAwareCacheManagerProxy(manager);
            }
        },
        JDK_PROXY_OF_ONE_INTERFACE {
            @Override
            Object replaced(CacheManager manager) {
                return Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {CacheManager.class},
                        (proxy, method, arguments) -> method.invoke(manager, arguments));
            }
        },
        PROXY_OF_ALL_INTERFACES {
            @Override
            Object replaced(CacheManager manager) {
                ProxyFactory factory = new ProxyFactory(manager);
                factory.setProxyTargetClass(false);
                return factory.getProxy();
            }
        },
        OTHER_MANAGER {
            @Override
            Object replaced(CacheManager manager) {
                return new ConcurrentMapCacheManager();
            }
        };

        abstract Object replaced(CacheManager manager);

        @Override
        public BeanPostProcessor get() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return (bean instanceof CacheManager manager) ? replaced(manager) : bean;
                }
            };
        }
    }

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Application.class)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @ParameterizedTest
    @EnumSource
    void wrappedManagerServes(Neighbour neighbour) {
        runner.withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(neighbour.get()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Catalog catalog = context.getBean(Catalog.class);
                    assertThat(catalog.find("1")).isEqualTo(catalog.find("1"));
                    assertThat(catalog.calls()).isEqualTo(1);
                    assertThat(catalog.typed().getOrLoad("1", key -> new Product("typed", 1)))
                            .isNotNull();
                    assertThat(context.getBean(StartupReport.class).message()).startsWith("tuned cache:");
                });
    }

    @Test
    void typedApiIsThereUnderAClassLoaderThatLacksTheStarter() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        runner.withPropertyValues("spring.main.lazy-initialization=true").run(context -> {
            thread.setContextClassLoader(new URLClassLoader(new URL[0], null));
            try {
                assertThat(context.getBean(NearCacheManager.class)).isNotNull();
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tuned.cache.enabled=false", "spring.cache.type=none", "spring.cache.type=simple"})
    void typedApiCachesNothingWhereTheNearCacheIsNotUsed(String property) {
        runner.withPropertyValues(property).run(context -> {
            assertThat(context).hasNotFailed();
            NearCache<Product> typed = context.getBean(Catalog.class).typed();
            AtomicInteger calls = new AtomicInteger();
            for (int i = 1; i <= 2; i++) {
                assertThat(typed.getOrLoad("1", key -> new Product(key, calls.incrementAndGet())))
                        .isEqualTo(new Product("1", i));
                typed.put("1", new Product("1", 7));
                assertThat(typed.get("1")).isNull();
            }
            assertThat(typed.<String>getAllOrLoad(
                            List.of("2", "1", "2", "3"),
                            keys -> Map.of("1", new Product("1", keys.size()), "2", new Product("2", 0))))
                    .containsExactly(Map.entry("2", new Product("2", 0)), Map.entry("1", new Product("1", 3)));
            assertThat(typed.<String>getAll(List.of("1"))).isEmpty();
        });
    }

    @Test
    void typedApiOfTheApplicationStays() {
        NearCacheManager own = mock(NearCacheManager.class);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, CacheOffAutoConfiguration.class))
                .withPropertyValues("tuned.cache.enabled=false")
                .withBean("own", NearCacheManager.class, () -> own)
                .withBean(Holder.class)
                .run(context ->
                        assertThat(context.getBean(Holder.class).manager()).isSameAs(own));
    }

    /** Has the typed API injected. */
    record Holder(NearCacheManager manager) {}

    @Test
    void textOfTheTypedApiCreatesNoManager() {
        runner.withBean(EarlyUser.class)
                .run(context ->
                        assertThat(context.getBean(EarlyUser.class).created).isFalse());
    }

    /** Logs the typed API, for instance. */
    static final class EarlyUser {

        private final boolean created;

        EarlyUser(NearCacheManager manager, CacheEngine engine) {
            assertThat(manager.toString()).isNotEmpty();
            this.created = engine.ifUsed() != null;
        }
    }

    @Test
    void endOfTheContextClosesTheChannelOnce() {
        AtomicInteger closed = new AtomicInteger();
        runner.withBean(
                        InvalidationChannel.class,
                        () -> new CountedChannel(closed::incrementAndGet),
                        definition -> definition.setDestroyMethodName(""))
                .run(context -> context.getBean(Catalog.class).find("1"));
        assertThat(closed).hasValue(1);
    }

    /** Counts its ends. */
    private record CountedChannel(Runnable end) implements InvalidationChannel {

        @Override
        public void start(InvalidationListener listener) {}

        @Override
        public void publish(Invalidation invalidation) {}

        @Override
        public void close() {
            end.run();
        }
    }

    @Test
    void lazyApplicationWithAWrappedManagerServes() {
        runner.withPropertyValues("spring.main.lazy-initialization=true")
                .withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(Neighbour.TRANSACTIONS.get()))
                .run(context ->
                        assertThat(context.getBean(Catalog.class).find("1")).isPresent());
    }

    @Test
    void definitionThatIsReplacedLaterWins() {
        runner.withBean(Redefinition.class, Redefinition::new).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(CacheManager.class)).isInstanceOf(ConcurrentMapCacheManager.class);
            assertThat(context.getBean(CacheEngine.class).ifUsed())
                    .as("nobody uses it but the typed API")
                    .isNotNull();
            assertThat(context.getBean(Catalog.class).find("1")).isPresent();
        });
    }

    @Test
    void managersOfTheApplicationOfWhichOneIsPrimaryWin() {
        runner.withUserConfiguration(TwoManagers.class)
                .withClassLoader(getClass().getClassLoader())
                .run(context ->
                        assertThat(context.getBean(CacheManager.class)).isInstanceOf(ConcurrentMapCacheManager.class));
    }

    @Test
    void storeThatIsAMockServes() {
        runner.withBean(L2Store.class, () -> mock(L2Store.class)).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Catalog.class).find("1")).isPresent();
        });
    }

    @Test
    void childSharesTheManagerOfItsParent() {
        runner.run(parent -> new ApplicationContextRunner()
                .withParent(parent)
                .withUserConfiguration(Child.class)
                .withPropertyValues("tuned.cache.enabled=true")
                .run(child -> {
                    assertThat(child).hasNotFailed();
                    assertThat(child.getBean(CacheManager.class)).isSameAs(parent.getBean(CacheManager.class));
                    assertThat(child.getBeansOfType(CacheManager.class)).isEmpty();
                    assertThat(child.getBeansOfType(StartupReport.class)).isEmpty();
                    Catalog above = parent.getBean(Catalog.class);
                    above.find("1");
                    child.getBean(Evictions.class).evict("1");
                    above.find("1");
                    assertThat(above.calls()).isEqualTo(2);
                }));
    }

    @Test
    void managerOfTheParentThatIsAnothersIsSharedAsWithoutTheStarter() {
        new ApplicationContextRunner()
                .withBean(CacheManager.class, ConcurrentMapCacheManager::new)
                .run(parent -> new ApplicationContextRunner()
                        .withParent(parent)
                        .withUserConfiguration(Child.class)
                        .withPropertyValues("tuned.cache.enabled=true")
                        .run(child -> assertThat(child.getBean(CacheManager.class))
                                .isSameAs(parent.getBean(CacheManager.class))));
    }

    @Test
    void twoApplicationsInOneBucketHaveTheirOwnValues(CapturedOutput output) {
        FakeStore bucket = new FakeStore();
        runner.withBean(L2Store.class, () -> bucket)
                .withPropertyValues("spring.application.name=shop")
                .run(shop -> {
                    shop.getBean(Catalog.class).find("1");
                    assertThat(bucket.documents.keySet()).anyMatch(id -> id.startsWith("cache:shop:products:"));
                    runner.withBean(L2Store.class, () -> bucket)
                            .withPropertyValues("spring.application.name=billing")
                            .run(billing -> {
                                billing.getBean(Catalog.class).find("1");
                                assertThat(billing.getBean(Catalog.class).calls())
                                        .isEqualTo(1);
                            });
                    runner.withBean(L2Store.class, () -> bucket)
                            .withPropertyValues("spring.application.name=shop")
                            .run(again -> {
                                again.getBean(Catalog.class).find("1");
                                assertThat(again.getBean(Catalog.class).calls()).isZero();
                            });
                });
        assertThat(output).doesNotContain("L2 of the cache is off");
    }

    @Test
    void applicationWithoutANameHasNoL2UntilItSaysAPrefix(CapturedOutput output) {
        FakeStore bucket = new FakeStore();
        runner.withBean(L2Store.class, () -> bucket).run(context -> {
            context.getBean(Catalog.class).find("1");
            assertThat(bucket.documents).isEmpty();
            assertThat(context.getBean(StartupReport.class).message())
                    .contains("L2 none (no application name: set spring.application.name or tuned.cache.key-prefix)");
        });
        assertThat(output).containsOnlyOnce("L2 of the cache is off");
        runner.withBean(L2Store.class, () -> bucket)
                .withPropertyValues("tuned.cache.key-prefix=mine")
                .run(context -> {
                    context.getBean(Catalog.class).find("1");
                    assertThat(bucket.documents.keySet()).anyMatch(id -> id.startsWith("mine:products:"));
                });
    }

    @Test
    void unknownPropertiesAreSaid(CapturedOutput output) {
        runner.withPropertyValues(
                        "tuned.cache.defaults.l1.tll=5s",
                        "tuned.cache.regions.products.l2.enable=false",
                        "tuned.cache.key-prefx=x",
                        "tuned.cache.regions.[a.b].l1.ttl=5s",
                        "tuned.cache.defaults.l2.hard-timeout=1s")
                .run(context -> assertThat(UnknownProperties.in(context.getEnvironment()))
                        .containsExactly(
                                "tuned.cache.defaults.l1.tll",
                                "tuned.cache.key-prefx",
                                "tuned.cache.regions.products.l2.enable"));
        assertThat(output)
                .containsOnlyOnce("There is no property 'tuned.cache.defaults.l1.tll'")
                .doesNotContain("'tuned.cache.regions[a.b].l1.ttl'");
    }

    @Nested
    @SpringBootTest(classes = Application.class)
    class MockedManager {

        @MockitoBean
        CacheManager manager;

        @Autowired
        Catalog catalog;

        @Test
        void starts(@Autowired CacheEngine engine) {
            assertThat(engine).isNotNull();
        }
    }

    @Nested
    @SpringBootTest(classes = Application.class)
    class ManagerOfTheTest {

        @TestBean
        CacheManager manager;

        static CacheManager manager() {
            return new ConcurrentMapCacheManager();
        }

        @Test
        void serves(@Autowired Catalog catalog) {
            assertThat(catalog.find("1")).isPresent();
            assertThat(manager.getCacheNames()).contains("products");
        }
    }

    @Nested
    @SpringBootTest(classes = Application.class)
    class MockedTypedApi {

        @MockitoBean
        NearCacheManager manager;

        @Test
        void isInjected(@Autowired Catalog catalog) {
            assertThat(catalog.typed()).as("what the mock gives").isNull();
        }
    }

    @Nested
    @SpringBootTest(classes = Application.class)
    class SpiedManager {

        @MockitoSpyBean
        CacheManager manager;

        @Test
        void serves(@Autowired Catalog catalog) {
            assertThat(catalog.find("1")).isPresent();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CacheAutoConfiguration.class,
        CacheOffAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        NearCacheMetricsAutoConfiguration.class,
        NearCacheHealthAutoConfiguration.class,
        CacheMetricsAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Application {

        @Bean
        Catalog catalog(NearCacheManager manager) {
            return new Catalog(manager.nearCache("typed", Product.class));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        NearCacheMetricsAutoConfiguration.class,
        NearCacheHealthAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Child {

        @Bean
        Evictions evictions() {
            return new Evictions();
        }
    }

    static class Evictions {

        @org.springframework.cache.annotation.CacheEvict("products")
        public void evict(String id) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoManagers {

        @Bean
        @Primary
        CacheManager first() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        CacheManager second() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        NearCacheManager typed() {
            return mock(NearCacheManager.class);
        }
    }

    static final class Redefinition implements BeanDefinitionRegistryPostProcessor {

        @Override
        public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {}

        @Override
        public void postProcessBeanFactory(
                org.springframework.beans.factory.config.ConfigurableListableBeanFactory beans) {
            BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beans;
            registry.removeBeanDefinition("cacheManager");
            registry.registerBeanDefinition(
                    "cacheManager",
                    BeanDefinitionBuilder.rootBeanDefinition(ConcurrentMapCacheManager.class)
                            .getBeanDefinition());
        }
    }

    static class Catalog {

        private final NearCache<Product> typed;
        private int calls;

        Catalog(NearCache<Product> typed) {
            this.typed = typed;
        }

        Catalog() {
            this(mock());
        }

        public int calls() {
            return calls;
        }

        public NearCache<Product> typed() {
            return typed;
        }

        @Cacheable("products")
        public Optional<Product> find(String id) {
            calls++;
            return Optional.of(new Product(id, 1));
        }
    }
}
