/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.InvalidationChannel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** What a load puts is no change, whichever resolver or manager an annotation names for the near cache's regions. */
class NamedResolversTests {

    private static final int INSTANCES = 2;
    private static final int KEYS = 20;
    private static final int READS = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ChangeBus bus = new ChangeBus();
    private @Nullable List<ConfigurableApplicationContext> instances;

    private void start(Class<?> application) {
        instances = Stream.generate(() -> new SpringApplicationBuilder(application)
                        .web(WebApplicationType.NONE)
                        .properties(
                                "tuned.cache.enabled=true",
                                "tuned.cache.defaults.l2.enabled=false",
                                "spring.main.banner-mode=off")
                        .initializers(each -> ((GenericApplicationContext) each)
                                .registerBean("channel", InvalidationChannel.class, bus::line))
                        .run())
                .limit(INSTANCES)
                .toList();
    }

    @AfterEach
    void stop() {
        requireNonNull(instances).forEach(ConfigurableApplicationContext::close);
    }

    private <T> T bean(int instance, Class<T> type) {
        return requireNonNull(instances).get(instance).getBean(type);
    }

    enum Form {
        RESOLVER((books, id) -> books.resolver(id)),
        RESOLVER_UNLESS((books, id) -> books.resolverUnless(id)),
        RESOLVER_SYNC((books, id) -> books.resolverSync(id)),
        RESOLVER_OF_TWO((books, id) -> books.resolverOfTwo(id)),
        RESOLVER_FUTURE((books, id) -> books.resolverFuture(id).join()),
        RESOLVER_MONO((books, id) -> books.resolverMono(id).block(LIMIT)),
        RESOLVER_FLUX((books, id) -> books.resolverFlux(id).collectList().block(LIMIT)),
        RESOLVER_AND_MANAGER((books, id) -> books.resolverAndManager(id)),
        MANAGER((books, id) -> books.manager(id)),
        MANAGER_UNLESS((books, id) -> books.managerUnless(id)),
        MANAGER_SYNC((books, id) -> books.managerSync(id)),
        MANAGER_OF_TWO((books, id) -> books.managerOfTwo(id)),
        MANAGER_FUTURE((books, id) -> books.managerFuture(id).join()),
        MANAGER_MONO((books, id) -> books.managerMono(id).block(LIMIT)),
        MANAGER_FLUX((books, id) -> books.managerFlux(id).collectList().block(LIMIT));

        private final BiFunction<Books, Integer, @Nullable Object> call;

        Form(BiFunction<Books, Integer, @Nullable Object> call) {
            this.call = call;
        }
    }

    /** 540 calls and more where 40 suffice, as without a resolver. */
    @ParameterizedTest
    @EnumSource
    void eachInstanceLoadsEachKeyOnce(Form form) {
        start(OtherDefault.class);
        Random random = new Random(2);
        for (int i = 0; i < READS; i++) {
            form.call.apply(bean(random.nextInt(INSTANCES), Books.class), random.nextInt(KEYS));
        }
        assertThat(bean(0, Books.class).calls() + bean(1, Books.class).calls()).isEqualTo(INSTANCES * KEYS);
        assertThat(bus.published()).isZero();
    }

    @Test
    void annotationsOfClassesNameResolversToo() {
        start(OtherDefault.class);
        Random random = new Random(3);
        for (int i = 0; i < READS; i++) {
            bean(random.nextInt(INSTANCES), OfClass.class).plain(random.nextInt(KEYS));
            bean(random.nextInt(INSTANCES), OfConfig.class).plain(random.nextInt(KEYS));
        }
        for (int i = 0; i < INSTANCES; i++) {
            assertThat(bean(i, OfClass.class).calls()).isEqualTo(KEYS);
            assertThat(bean(i, OfConfig.class).calls()).isEqualTo(KEYS);
        }
        assertThat(bus.published()).isZero();
    }

    @Test
    void otherManagersStayTheirMethods() {
        start(OtherDefault.class);
        for (int i = 0; i < READS; i++) {
            assertThat(bean(i % INSTANCES, Books.class).unnamed(i % KEYS)).startsWith("value");
        }
        assertThat(requireNonNull(bean(0, OtherDefault.class).other().getCache("books"))
                        .get(0))
                .isNotNull();
        assertThat(bean(0, CacheManager.class).getCacheNames()).doesNotContain("books");
    }

    /** A resolver sees the operation that the annotation makes, whatever stands in for it. */
    @Test
    void resolverSeesItsOwnOperation() {
        start(OtherDefault.class);
        var unused = bean(0, Books.class).resolverUnless(1);
        CacheableOperation seen = (CacheableOperation)
                requireNonNull(bean(0, NearResolver.class).seen).getOperation();
        assertThat(seen.getCacheResolver()).isEqualTo("near");
        assertThat(seen.isSync()).isFalse();
        assertThat(seen.getName()).endsWith("resolverUnless(int)");
        assertThat(requireNonNull(bean(0, NearResolver.class).seen).getMethod().getName())
                .isEqualTo("resolverUnless");
        assertThat(requireNonNull(bean(0, NearResolver.class).seen).getArgs()).containsExactly(1);
        assertThat(requireNonNull(bean(0, NearResolver.class).seen).getTarget()).isExactlyInstanceOf(Books.class);
    }

    @Test
    void changesThroughResolversAreReported() {
        start(OtherDefault.class);
        bean(1, Books.class).resolverUnless(1);
        bean(0, Books.class).save(1);
        assertThat(bus.published()).isEqualTo(1);
        bean(1, Books.class).resolverUnless(1);
        assertThat(bean(1, Books.class).calls()).isEqualTo(2);
        bean(0, Books.class).remove(1);
        assertThat(bus.published()).isEqualTo(2);
    }

    /** Stock: its decorator puts after the transaction, else at once. */
    @Test
    void decoratorForTransactionsHidesNoLoad() {
        start(Transactional.class);
        Random random = new Random(4);
        for (int i = 0; i < READS; i++) {
            bean(random.nextInt(INSTANCES), Plain.class).plain(random.nextInt(KEYS));
            bean(random.nextInt(INSTANCES), Plain.class).unless(KEYS + random.nextInt(KEYS));
        }
        assertThat(bean(0, CacheManager.class)).isInstanceOf(TransactionAwareCacheManagerProxy.class);
        assertThat(bean(0, Plain.class).calls() + bean(1, Plain.class).calls()).isEqualTo(2 * INSTANCES * KEYS);
        assertThat(bus.published()).isZero();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({CacheAutoConfiguration.class, NearCacheAutoConfiguration.class})
    @Import({Books.class, OfClass.class, OfConfig.class, NearResolver.class})
    static class OtherDefault implements CachingConfigurer {

        private final CacheManager other = new ConcurrentMapCacheManager();

        CacheManager other() {
            return other;
        }

        @Override
        public CacheManager cacheManager() {
            return other;
        }

        @Bean
        CacheResolver near(NearResolver resolver) {
            return resolver::resolveCaches;
        }

        @Bean
        CacheResolver more(NearResolver resolver) {
            return context -> resolver.resolve(List.of("more"));
        }
    }

    static class NearResolver {

        private final CacheManager manager;
        private volatile @Nullable CacheOperationInvocationContext<?> seen;

        NearResolver(CacheManager manager) {
            this.manager = manager;
        }

        Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
            seen = context;
            return resolve(context.getOperation().getCacheNames());
        }

        Collection<? extends Cache> resolve(Collection<String> names) {
            return names.stream()
                    .map(name -> requireNonNull(manager.getCache(name)))
                    .toList();
        }
    }

    static class Counting {

        private final AtomicInteger calls = new AtomicInteger();

        public int calls() {
            return calls.get();
        }

        String call() {
            return "value " + calls.incrementAndGet();
        }
    }

    static class Books extends Counting {

        @Cacheable("books")
        public String unnamed(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near")
        public String resolver(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near", unless = "#result == 'none'")
        public String resolverUnless(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near", sync = true)
        public String resolverSync(int id) {
            return call();
        }

        @Caching(
                cacheable = {
                    @Cacheable(cacheNames = "books", cacheResolver = "near"),
                    @Cacheable(cacheNames = "books", cacheResolver = "more")
                })
        public String resolverOfTwo(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near")
        public CompletableFuture<String> resolverFuture(int id) {
            return CompletableFuture.completedFuture(call());
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near")
        public Mono<String> resolverMono(int id) {
            return Mono.fromSupplier(this::call);
        }

        @Cacheable(cacheNames = "books", cacheResolver = "near")
        public Flux<String> resolverFlux(int id) {
            return Flux.defer(() -> Flux.just(call(), "more"));
        }

        @Caching(
                cacheable = {
                    @Cacheable(cacheNames = "books", cacheResolver = "near"),
                    @Cacheable(cacheNames = "more", cacheManager = "cacheManager")
                })
        public String resolverAndManager(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager")
        public String manager(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager", unless = "#result == 'none'")
        public String managerUnless(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager", sync = true)
        public String managerSync(int id) {
            return call();
        }

        @Cacheable(
                cacheNames = {"books", "more"},
                cacheManager = "cacheManager")
        public String managerOfTwo(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager")
        public CompletableFuture<String> managerFuture(int id) {
            return CompletableFuture.completedFuture(call());
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager")
        public Mono<String> managerMono(int id) {
            return Mono.fromSupplier(this::call);
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager")
        public Flux<String> managerFlux(int id) {
            return Flux.defer(() -> Flux.just(call(), "more"));
        }

        @CachePut(cacheNames = "books", cacheResolver = "near")
        public String save(int id) {
            return "saved";
        }

        @CacheEvict(cacheNames = "books", cacheManager = "cacheManager")
        public void remove(int id) {}
    }

    @Cacheable(cacheNames = "classes", cacheResolver = "near")
    static class OfClass extends Counting {

        public String plain(int id) {
            return call();
        }
    }

    @CacheConfig(cacheNames = "configs", cacheResolver = "near")
    static class OfConfig extends Counting {

        @Cacheable
        public String plain(int id) {
            return call();
        }
    }

    static class Plain extends Counting {

        @Cacheable("books")
        public String plain(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", unless = "#result == 'none'")
        public String unless(int id) {
            return call();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({CacheAutoConfiguration.class, NearCacheAutoConfiguration.class})
    @Import(Plain.class)
    static class Transactional {

        @Bean
        static BeanPostProcessor wrapping() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return (bean instanceof CacheManager manager)
                            ? new TransactionAwareCacheManagerProxy(manager)
                            : bean;
                }
            };
        }
    }
}
