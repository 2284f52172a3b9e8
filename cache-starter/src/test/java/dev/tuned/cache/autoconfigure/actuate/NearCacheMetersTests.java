/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class NearCacheMetersTests {

    private final FakeStore store = new FakeStore();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CacheAutoConfiguration.class,
                    NearCacheAutoConfiguration.class,
                    CacheMetricsAutoConfiguration.class,
                    NearCacheMetricsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(L2Store.class, () -> store)
            .withPropertyValues(
                    "spring.application.name=shop",
                    "tuned.cache.enabled=true",
                    "tuned.cache.regions.products.value-type=java.lang.String",
                    // Its polls would be among the operations that are counted.
                    "tuned.cache.invalidation.mode=none");

    /** Has lost something, else there is no meter of losses. */
    private static final class LossyChannel implements InvalidationChannel {

        @Override
        public void start(InvalidationListener listener) {}

        @Override
        public void publish(Invalidation invalidation) {}

        @Override
        public InvalidationStatistics statistics() {
            return new InvalidationStatistics(1, 1, 1, 1, 0, 0, 1, 0, Map.of("gap", 1L), Duration.ZERO);
        }

        @Override
        public void close() {}
    }

    @Test
    void metersCountWhatARegionDoes() {
        runner.run(context -> {
            RegionCache cache = context.getBean(TunedCacheManager.class).getCache("products");
            cache.get("1", () -> "loaded");
            cache.get("1", () -> "loaded");
            MeterRegistry registry = bound(context.getBean(NearCacheMeters.class), context.getBean(StoreMeters.class));
            assertThatException().isThrownBy(() -> cache.get("2", failing()));
            assertThat(count(registry, "tuned.cache.loads")).isEqualTo(2);
            assertThat(count(registry, "tuned.cache.loads.failed")).isEqualTo(1);
            assertThat(count(registry, "tuned.cache.l2.gets", "result", "miss")).isEqualTo(2);
            assertThat(registry.get("tuned.cache.l2.operations")
                            .tags("operation", "get", "outcome", "success")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("tuned.cache.breaker.state")
                            .tag("state", "closed")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            MeterRegistry boots = context.getBean(MeterRegistry.class);
            assertThat(count(boots, "cache.gets", "result", "hit")).isEqualTo(1);
            assertThat(count(boots, "cache.gets", "result", "miss")).isEqualTo(2);
        });
    }

    @Test
    void regionThatAppearsLaterHasItsMetersToo() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            context.getBean(NearCacheMeters.class).bindTo(registry);
            RegionCache later = context.getBean(TunedCacheManager.class).getCache("later");
            later.put("1", "one");
            later.get("1");
            assertThat(registry.get("cache.gets")
                            .tags("cache", "later", "cache.manager", "cacheManager", "name", "later", "result", "hit")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("tuned.cache.loads")
                            .tag("cache", "later")
                            .functionCounter()
                            .count())
                    .isZero();
        });
    }

    @Test
    void documentationListsTheMetersWithTheirTags() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("docs/properties.md")).stream()
                .dropWhile(line -> !line.equals("## Meters"))
                .filter(line -> line.startsWith("| `tuned.cache.") && line.split("\\|").length == 4)
                .map(line -> line.split("\\|")[1].strip() + line.split("\\|")[2].stripTrailing())
                .toList();
        runner.withBean(InvalidationChannel.class, LossyChannel::new)
                .withPropertyValues("tuned.cache.invalidation.mode=couchbase")
                .run(context -> {
                    MeterRegistry registry =
                            bound(context.getBean(NearCacheMeters.class), context.getBean(StoreMeters.class));
                    context.getBean(TunedCacheManager.class)
                            .getCache("products")
                            .get("1");
                    assertThat(documented).containsExactlyInAnyOrderElementsOf(rows(registry));
                });
    }

    private static List<String> rows(MeterRegistry registry) {
        TreeMap<String, TreeSet<String>> tags = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            TreeSet<String> keys = tags.computeIfAbsent(meter.getId().getName(), name -> new TreeSet<>());
            meter.getId().getTags().stream().map(Tag::getKey).forEach(keys::add);
        }
        return tags.entrySet().stream()
                .map(meter -> "`" + meter.getKey() + "` "
                        + (meter.getValue().isEmpty()
                                ? "–"
                                : meter.getValue().stream()
                                        .map(tag -> "`" + tag + "`")
                                        .collect(Collectors.joining(", "))))
                .toList();
    }

    private static MeterRegistry bound(NearCacheMeters meters, StoreMeters operations) {
        MeterRegistry registry = new SimpleMeterRegistry();
        meters.bindTo(registry);
        operations.bindTo(registry);
        return registry;
    }

    private static double count(MeterRegistry registry, String name, String... tags) {
        return registry.get(name)
                .tag("cache", "products")
                .tags(tags)
                .functionCounter()
                .count();
    }

    private static Callable<String> failing() {
        return () -> {
            throw new IllegalStateException("no source");
        };
    }
}
