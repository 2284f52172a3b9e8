/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.manager.InvalidationDispatcherTests;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whoever calls a cached method and whatever happens meanwhile: it runs with all advice inside the cache. */
class AdviceTests {

    private static final int CALLERS = 6;
    private static final int ROUNDS = 30;

    /** Advice and method, each counted. */
    static final class Counts {

        final AtomicInteger advice = new AtomicInteger();
        final AtomicInteger methods = new AtomicInteger();
        final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
        final AtomicInteger withoutAdvice = new AtomicInteger();
        volatile boolean fails;
        volatile boolean slow;

        void method() {
            methods.incrementAndGet();
            if (depth.get() == 0) {
                withoutAdvice.incrementAndGet();
            }
            if (slow) {
                pause();
            }
            if (fails && ThreadLocalRandom.current().nextBoolean()) {
                throw new IllegalStateException("fails now and then");
            }
        }

        private static void pause() {
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(4));
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A transaction, a metric, a check of permissions: begins and ends around the method. */
    record Counting(Counts counts) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            counts.advice.incrementAndGet();
            counts.depth.set(counts.depth.get() + 1);
            try {
                return invocation.proceed();
            } finally {
                counts.depth.set(counts.depth.get() - 1);
            }
        }
    }

    /** Tries once more, through all that is inside of it. */
    static final class Retrying implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            try {
                return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
            } catch (IllegalStateException ex) {
                return invocation.proceed();
            }
        }
    }

    static class Advisors {

        @Bean
        Counts counts() {
            return new Counts();
        }

        @Bean
        Books books(Counts counts, ObjectProvider<Books> self) {
            return new Books(counts, self);
        }

        static DefaultPointcutAdvisor advisor(MethodInterceptor interceptor, int order) {
            DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
                    AnnotationMatchingPointcut.forMethodAnnotation(Cacheable.class), interceptor);
            advisor.setOrder(order);
            return advisor;
        }
    }

    @Configuration
    @EnableCaching(order = 10)
    static class WithOrders extends Advisors {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        DefaultPointcutAdvisor retrying() {
            return advisor(new Retrying(), 20);
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        DefaultPointcutAdvisor counting(Counts counts) {
            return advisor(new Counting(counts), 30);
        }
    }

    /** The cache comes first by the order of the beans alone. */
    @Configuration
    @EnableCaching
    static class WithoutOrders extends Advisors {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        DefaultPointcutAdvisor counting(Counts counts) {
            return advisor(new Counting(counts), Ordered.LOWEST_PRECEDENCE);
        }
    }

    @Component
    static class Books {

        private final Counts counts;
        private final ObjectProvider<Books> self;

        Books(Counts counts, ObjectProvider<Books> self) {
            this.counts = counts;
            this.self = self;
        }

        @Cacheable("books")
        public String title(int id) {
            counts.method();
            return "title " + id;
        }

        @CacheEvict("books")
        public void changed(int id) {}

        @CacheEvict(cacheNames = "books", allEntries = true)
        public void allChanged() {}

        /** Each needs the other: two callers wait for one another, unless one of them goes on alone. */
        @Cacheable("left")
        public String left(int id, int depth) {
            counts.method();
            return (depth > 0) ? self.getObject().right(id, depth - 1) : "end";
        }

        @Cacheable("right")
        public String right(int id, int depth) {
            counts.method();
            return (depth > 0) ? self.getObject().left(id, depth - 1) : "end";
        }

        @Cacheable(cacheNames = "own", key = "#id")
        public String own(int id, int depth) {
            counts.method();
            return (depth > 0) ? self.getObject().own(id, depth - 1) : "end";
        }
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    static Stream<Arguments> applications() {
        return Stream.of(WithOrders.class, WithoutOrders.class)
                .flatMap(application ->
                        Stream.of(Arguments.of(application, new String[0]), Arguments.of(application, new String[] {
                            "tuned.cache.defaults.l1.ttl=2ms",
                            "tuned.cache.defaults.l1.refresh-ahead=0.1",
                            "tuned.cache.defaults.stale-if-error=1s",
                            "tuned.cache.defaults.l2.soft-timeout=1ms"
                        })));
    }

    private void run(Class<?> application, String[] properties, Scenario scenario) {
        InvalidationDispatcherTests.RecordingChannel channel = new InvalidationDispatcherTests.RecordingChannel();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        CacheAutoConfiguration.class,
                        NearCacheAutoConfiguration.class,
                        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
                .withBean(InvalidationDispatcherTests.RecordingChannel.class, () -> channel)
                .withUserConfiguration(application)
                .withPropertyValues(properties)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Counts counts = context.getBean(Counts.class);
                    scenario.run(context, channel);
                    assertThat(counts.withoutAdvice).hasValue(0);
                    // A refresh in the background may be between the two.
                    await().untilAsserted(() -> assertThat(counts.advice.get())
                            .isEqualTo(counts.methods.get())
                            .isPositive());
                });
    }

    private interface Scenario {
        void run(ApplicationContext context, InvalidationDispatcherTests.RecordingChannel channel) throws Exception;
    }

    @ParameterizedTest
    @MethodSource("applications")
    void adviceIsInsideTheCache(Class<?> application, String[] properties) {
        if (properties.length != 0) {
            return;
        }
        run(application, properties, (context, channel) -> {
            Books books = context.getBean(Books.class);
            books.title(1);
            books.title(1);
            assertThat(context.getBean(Counts.class).advice).hasValue(1);
        });
    }

    @ParameterizedTest
    @MethodSource("applications")
    void concurrentMisses(Class<?> application, String[] properties) {
        run(application, properties, (context, channel) -> race(context, (books, id) -> books.title(id), id -> {}));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void evictionDuringLoads(Class<?> application, String[] properties) {
        run(application, properties, (context, channel) -> {
            Books books = context.getBean(Books.class);
            race(context, (any, id) -> any.title(id), books::changed);
        });
    }

    @ParameterizedTest
    @MethodSource("applications")
    void clearDuringLoads(Class<?> application, String[] properties) {
        run(application, properties, (context, channel) -> {
            Books books = context.getBean(Books.class);
            race(context, (any, id) -> any.title(id), id -> books.allChanged());
        });
    }

    @ParameterizedTest
    @MethodSource("applications")
    void changeInAnotherProcessDuringLoads(Class<?> application, String[] properties) {
        run(
                application,
                properties,
                (context, channel) -> race(
                        context,
                        (books, id) -> books.title(id),
                        id -> channel.listener.orElseThrow().invalidated(new Invalidation("books", "~i" + id))));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void failures(Class<?> application, String[] properties) {
        run(application, properties, (context, channel) -> {
            context.getBean(Counts.class).fails = true;
            Books books = context.getBean(Books.class);
            race(context, (any, id) -> any.title(id), books::changed);
        });
    }

    @ParameterizedTest
    @MethodSource("applications")
    void loadsThatNeedEachOther(Class<?> application, String[] properties) {
        run(
                application,
                properties,
                (context, channel) -> race(
                        context,
                        (books, id) -> (id % 2 == 0) ? books.left(id / 2, 3) : books.right(id / 2, 3),
                        id -> {}));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void loadsThatNeedTheirOwnKey(Class<?> application, String[] properties) {
        run(application, properties, (context, channel) -> race(context, (books, id) -> books.own(id, 3), id -> {}));
    }

    private interface Call {
        String of(Books books, int id);
    }

    private interface Disturbance {
        void of(int id);
    }

    private void race(ApplicationContext context, Call call, Disturbance disturbance) throws Exception {
        Books books = context.getBean(Books.class);
        Counts counts = context.getBean(Counts.class);
        counts.slow = true;
        for (int round = 0; round < ROUNDS; round++) {
            int id = round;
            CountDownLatch start = new CountDownLatch(CALLERS);
            AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
            List<Callable<Object>> tasks = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                boolean disturbs = caller == 0;
                int own = id + caller % 2;
                tasks.add(() -> {
                    start.countDown();
                    start.await();
                    for (int i = 0; i < 3; i++) {
                        if (disturbs) {
                            Counts.pause();
                            disturbance.of(own);
                        }
                        read(call, books, own, counts, wrong);
                    }
                    return "";
                });
            }
            for (Future<Object> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
            assertThat(wrong.get()).isNull();
        }
    }

    private static void read(
            Call call, Books books, int id, Counts counts, AtomicReference<@Nullable Throwable> wrong) {
        try {
            requireNonNull(call.of(books, id));
        } catch (IllegalStateException ex) {
            if (!counts.fails) {
                wrong.set(ex);
            }
        }
    }
}
