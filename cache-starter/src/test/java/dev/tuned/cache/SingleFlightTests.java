/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Concurrent misses of annotated methods, whose code says nothing about it. */
class SingleFlightTests {

    private static final int CALLERS = 64;

    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    private final ApplicationContextRunner stock = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
            .withUserConfiguration(Application.class);
    private final ApplicationContextRunner runner = stock.withConfiguration(
            AutoConfigurations.of(CacheAutoConfiguration.class, NearCacheAutoConfiguration.class));

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "optional", "sync", "conditional", "future"})
    void oneCallForManyCallers(String form) {
        runner.run(context -> {
            Slow slow = context.getBean(Slow.class);
            List<Future<Object>> results = callAtOnce(slow, form);
            await().until(() -> slow.calls() == 1);
            slow.gate().countDown();
            for (Future<Object> result : results) {
                assertThat(result.get()).isEqualTo("value");
            }
            assertThat(slow.calls()).isEqualTo(1);
        });
    }

    @Test
    void withoutTheStarterEveryCallerCalls() {
        stock.run(context -> {
            Slow slow = context.getBean(Slow.class);
            List<Future<Object>> results = callAtOnce(slow, "plain");
            await().until(() -> slow.calls() == CALLERS);
            slow.gate().countDown();
            for (Future<Object> result : results) {
                assertThat(result.get()).isEqualTo("value");
            }
        });
    }

    @Test
    void methodsWithUnlessAreCalledAsSpringDoes() {
        runner.run(context -> {
            Slow slow = context.getBean(Slow.class);
            slow.gate().countDown();
            assertThat(slow.unless("none")).isNull();
            assertThat(slow.unless("none")).isNull();
            assertThat(slow.calls()).isEqualTo(2);
        });
    }

    @Test
    void callersGetTheMethodsOwnException() {
        runner.run(context -> {
            Slow slow = context.getBean(Slow.class);
            slow.gate().countDown();
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> slow.failing("1"))
                    .isExactlyInstanceOf(Exception.class)
                    .withMessage("no source")
                    .withNoCause();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> slow.failingFuture("1").get())
                    .withCauseExactlyInstanceOf(IllegalStateException.class);
            assertThat(slow.calls()).isEqualTo(2);
        });
    }

    private List<Future<Object>> callAtOnce(Slow slow, String form) {
        Function<String, Callable<Object>> caller = id -> switch (form) {
            case "plain" -> () -> slow.plain(id);
            case "optional" -> () -> slow.optional(id).orElseThrow();
            case "sync" -> () -> slow.sync(id);
            case "conditional" -> () -> slow.conditional(id);
            default -> () -> slow.future(id).get();
        };
        return IntStream.range(0, CALLERS)
                .mapToObj(i -> threads.submit(caller.apply("1")))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @Import(Slow.class)
    static class Application {}

    static class Slow {

        private final CountDownLatch gate = new CountDownLatch(1);
        private final AtomicInteger calls = new AtomicInteger();

        public CountDownLatch gate() {
            return gate;
        }

        public int calls() {
            return calls.get();
        }

        @Cacheable("plain")
        public String plain(String id) {
            return value();
        }

        @Cacheable("optional")
        public Optional<String> optional(String id) {
            return Optional.of(value());
        }

        @Cacheable(cacheNames = "sync", sync = true)
        public String sync(String id) {
            return value();
        }

        @Cacheable(cacheNames = "conditional", condition = "#id != 'x'", key = "#id + '!'")
        public String conditional(String id) {
            return value();
        }

        @Cacheable("future")
        public CompletableFuture<String> future(String id) {
            return CompletableFuture.supplyAsync(this::value);
        }

        @Cacheable(cacheNames = "unless", unless = "#result == null")
        public @Nullable String unless(String id) {
            value();
            return null;
        }

        @Cacheable("failing")
        public String failing(String id) throws Exception {
            value();
            throw new Exception("no source");
        }

        @Cacheable("failing-future")
        public CompletableFuture<String> failingFuture(String id) {
            return CompletableFuture.supplyAsync(() -> {
                value();
                throw new IllegalStateException("no source");
            });
        }

        private String value() {
            calls.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            return "value";
        }
    }
}
