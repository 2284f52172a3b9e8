/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;

/** A hit in the near cache, by hand and through {@code @Cacheable}, beside a plain Caffeine cache: the limit. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheHitBenchmark {

    private static final String KEY = "17";

    private final com.github.benmanes.caffeine.cache.Cache<Object, Object> caffeine = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();

    private @Nullable ConfigurableApplicationContext context;
    private @Nullable Cache region;
    private @Nullable Products products;

    @Setup
    public void start() {
        caffeine.put(KEY, "product " + KEY);
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties("tuned.cache.defaults.l1.ttl=1h")
                .run();
        region = context.getBean(CacheManager.class).getCache("products");
        products = context.getBean(Products.class);
        products.find(KEY);
    }

    @TearDown
    public void stop() {
        Objects.requireNonNull(context).close();
    }

    @Benchmark
    public @Nullable Object plainCaffeine() {
        return caffeine.getIfPresent(KEY);
    }

    @Benchmark
    public @Nullable Object nearCache() {
        return Objects.requireNonNull(region).get(KEY);
    }

    @Benchmark
    public Object cacheable() {
        return Objects.requireNonNull(products).find(KEY);
    }

    /** What the near cache stands in front of. */
    public static class Products {

        @Cacheable("products")
        public String find(String id) {
            return "product " + id;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration(CacheAutoConfiguration.class)
    static class Application {

        @Bean
        Products products() {
            return new Products();
        }
    }
}
