/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/** When there are meters and health. */
class NearCacheObservationTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CacheAutoConfiguration.class,
                    NearCacheAutoConfiguration.class,
                    NearCacheMetricsAutoConfiguration.class,
                    NearCacheHealthAutoConfiguration.class))
            // Without @EnableCaching it is there for those who ask for it.
            .withPropertyValues("tuned.cache.enabled=true");

    @Test
    void metersAndHealthAreThereByDefault() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(NearCacheMeters.class)
                .hasSingleBean(StoreMeters.class)
                .hasSingleBean(NearCacheHealthIndicator.class));
    }

    @Test
    void theSwitchOfTheStarterTurnsAllOff() {
        runner.withPropertyValues("tuned.cache.enabled=false").run(NearCacheObservationTests::hasNothing);
    }

    @Test
    void nothingIsThereWhereTheApplicationHasAnotherCacheManager() {
        runner.withBean(CacheManager.class, ConcurrentMapCacheManager::new).run(NearCacheObservationTests::hasNothing);
    }

    @Test
    void healthHasItsOwnSwitch() {
        runner.withPropertyValues("management.health.tunedcache.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(NearCacheHealthIndicator.class));
    }

    @Test
    void aHealthIndicatorOfTheUsersWins() {
        runner.withUserConfiguration(Own.class)
                .run(context -> assertThat(context.getBean("tunedCacheHealthIndicator"))
                        .isNotInstanceOf(NearCacheHealthIndicator.class));
    }

    @ParameterizedTest
    @ValueSource(classes = {MeterBinder.class, HealthIndicator.class})
    void noneOfTheirLibrariesIsNeeded(Class<?> absent) {
        runner.withClassLoader(new FilteredClassLoader(absent)).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(TunedCacheManager.class);
            assertThat(context.containsBean("tunedCacheMeters")).isEqualTo(absent != MeterBinder.class);
            assertThat(context.containsBean("tunedCacheHealthIndicator")).isEqualTo(absent != HealthIndicator.class);
        });
    }

    private static void hasNothing(AssertableWebApplicationContext context) {
        assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(NearCacheMeters.class)
                .doesNotHaveBean(StoreMeters.class)
                .doesNotHaveBean(NearCacheHealthIndicator.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        HealthIndicator tunedCacheHealthIndicator() {
            return () -> Health.up().build();
        }
    }
}
