/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** When there are meters and health. */
class LoggingObservationTests {

    private final WebApplicationContextRunner runner =
            new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(LoggingAutoConfiguration.class));

    @Test
    void metersAndHealthAreThereByDefault() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(AppenderMeterBinder.class)
                .hasSingleBean(AppenderHealthIndicator.class));
    }

    @Test
    void theSwitchOfTheStarterTurnsAllOff() {
        runner.withPropertyValues("tuned.logging.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(AppenderMeterBinder.class)
                        .doesNotHaveBean(AppenderHealthIndicator.class));
    }

    @Test
    void healthHasItsOwnSwitch() {
        runner.withPropertyValues("management.health.tunedlogging.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(AppenderHealthIndicator.class));
    }

    @Test
    void aHealthIndicatorOfTheUsersWins() {
        runner.withUserConfiguration(Own.class)
                .run(context -> assertThat(context.getBean("tunedLoggingHealthIndicator"))
                        .isNotInstanceOf(AppenderHealthIndicator.class));
    }

    @ParameterizedTest
    @ValueSource(classes = {MeterBinder.class, HealthIndicator.class})
    void noneOfTheirLibrariesIsNeeded(Class<?> absent) {
        WebApplicationContextRunner without = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LoggingAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(absent));
        without.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.containsBean("tunedLoggingMeters")).isEqualTo(absent != MeterBinder.class);
            assertThat(context.containsBean("tunedLoggingHealthIndicator")).isEqualTo(absent != HealthIndicator.class);
        });
    }

    @Test
    void nothingIsThereWithoutLogback() {
        runner.withClassLoader(new FilteredClassLoader("ch.qos.logback"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("tunedLoggingMeters")
                        .doesNotHaveBean("tunedLoggingHealthIndicator"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        HealthIndicator tunedLoggingHealthIndicator() {
            return () -> Health.up().build();
        }
    }
}
