/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.NearCacheActuatorAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearManagers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Meters and health. */
@NeedsRedis
class ActuatorIT {

    private static final Pattern DOCUMENTED = Pattern.compile("\\| `(tuned\\.cache\\.[a-z.]+)` \\| .* \\|");

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        MetricsAutoConfiguration.class,
        CacheMetricsAutoConfiguration.class,
        NearCacheActuatorAutoConfiguration.class
    })
    static class Actuator {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    private static NearApplication start(String... properties) {
        NearApplication application = NearApplication.start(redis, List.of(Actuator.class), List.of(properties));
        return application;
    }

    @Test
    void readsAreCountedByWhoAnswers() {
        try (NearApplication application =
                start("tuned.cache.near=products", NearApplication.PATIENT, "spring.cache.cache-names=products")) {
            await().until(() -> application
                    .bean(NearManagers.class)
                    .stores()
                    .get(0)
                    .channel()
                    .isConnected());
            MeterRegistry registry = application.bean(MeterRegistry.class);
            application.cache("products").get("1");
            application.cache("products").evict("1");
            application.cache("products").put("1", "a");
            application.cache("products").get("1");

            assertThat(gets(registry, "memory")).isEqualTo(1);
            assertThat(gets(registry, "miss")).isEqualTo(1);
            assertThat(registry.get("tuned.cache.entries").gauge().value()).isEqualTo(1);
            assertThat(registry.get("tuned.cache.memory.used").gauge().value()).isPositive();
            assertThat(registry.get("tuned.cache.notifications")
                            .tag("direction", "sent")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
        }
    }

    private static double gets(MeterRegistry registry, String result) {
        return registry.get("tuned.cache.gets")
                .tags("cache", "products", "cache.manager", "cacheManager", "result", result)
                .functionCounter()
                .count();
    }

    @Test
    void springBootsMetersCountReadsFromMemory() {
        try (NearApplication application = start(
                "tuned.cache.near=products",
                NearApplication.PATIENT,
                "spring.cache.cache-names=products",
                "spring.cache.redis.enable-statistics=true")) {
            await().until(() -> application
                    .bean(NearManagers.class)
                    .stores()
                    .get(0)
                    .channel()
                    .isConnected());
            MeterRegistry registry = application.bean(MeterRegistry.class);
            application.cache("products").put("1", "a");
            for (int i = 0; i < 10; i++) {
                application.cache("products").get("1");
            }

            assertThat(registry.get("cache.gets")
                            .tags("cache", "products", "result", "hit")
                            .functionCounter()
                            .count())
                    .isEqualTo(10);
        }
    }

    @Test
    void eachMeterIsDocumented() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("docs/properties.md"))) {
            Matcher matcher = DOCUMENTED.matcher(line);
            if (matcher.matches()) {
                documented.add(matcher.group(1));
            }
        }
        Set<String> meters = new TreeSet<>();
        try (NearApplication application = start("tuned.cache.near=products")) {
            application.cache("products").get("1");
            application
                    .bean(MeterRegistry.class)
                    .getMeters()
                    .forEach(meter -> meters.add(meter.getId().getName()));
        }
        meters.removeIf(name -> !name.startsWith("tuned."));
        documented.removeIf(name -> Set.of(
                        "tuned.cache.channel",
                        "tuned.cache.couchbase.clear",
                        "tuned.cache.enabled",
                        "tuned.cache.memory",
                        "tuned.cache.near",
                        "tuned.cache.ttl")
                .contains(name));

        assertThat(meters).isEqualTo(documented).hasSizeGreaterThan(10);
    }

    @Test
    void healthIsUpAndSaysHowRedisIs() {
        try (NearApplication application = start("tuned.cache.near=products")) {
            await().until(() -> application
                    .bean(NearManagers.class)
                    .stores()
                    .get(0)
                    .channel()
                    .isConnected());
            Health health = application
                    .context()
                    .getBean("tunedCacheHealthIndicator", HealthIndicator.class)
                    .health();
            assertThat(health).isNotNull();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails().toString()).contains("channelConnected=true");
        }
    }

    @Test
    void withoutNearCachesThereIsNothing() {
        try (NearApplication application = start()) {
            assertThat(application.context().containsBean("tunedCacheHealthIndicator"))
                    .isFalse();
            assertThat(application.bean(MeterRegistry.class).getMeters())
                    .noneMatch(meter -> meter.getId().getName().startsWith("tuned."));
        }
    }
}
