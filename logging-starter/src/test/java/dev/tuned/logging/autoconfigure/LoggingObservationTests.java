/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** When there are meters, health and endpoint. */
class LoggingObservationTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=tunedlogging";

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LoggingAutoConfiguration.class,
                    StagesAutoConfiguration.class,
                    LoggingMetricsAutoConfiguration.class,
                    LoggingHealthAutoConfiguration.class,
                    LoggingEndpointAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void metersAndHealthAreThereByDefaultAndTheEndpointWhereItIsExposed() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(SinkMeterBinder.class)
                .hasSingleBean(SinkHealthIndicator.class)
                .doesNotHaveBean(TunedLoggingEndpoint.class));
        runner.withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasSingleBean(TunedLoggingEndpoint.class));
    }

    @Test
    void theSwitchOfTheStarterTurnsAllOff() {
        runner.withPropertyValues(EXPOSED, "tuned.logging.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(SinkMeterBinder.class)
                        .doesNotHaveBean(SinkHealthIndicator.class)
                        .doesNotHaveBean(TunedLoggingEndpoint.class));
    }

    @Test
    void eachHasItsOwnSwitch() {
        runner.withPropertyValues("tuned.logging.metrics.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(SinkMeterBinder.class));
        runner.withPropertyValues("management.health.tunedlogging.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(SinkHealthIndicator.class));
        runner.withPropertyValues(EXPOSED, "management.endpoint.tunedlogging.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(TunedLoggingEndpoint.class));
    }

    @Test
    void beansOfTheUsersWin() {
        runner.withUserConfiguration(Own.class).withPropertyValues(EXPOSED).run(context -> {
            assertThat(context.getBean("tunedLoggingHealthIndicator")).isNotInstanceOf(SinkHealthIndicator.class);
            assertThat(context).doesNotHaveBean("tunedLoggingEndpoint").doesNotHaveBean("tunedLoggingMeters");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {MeterRegistry.class, HealthIndicator.class, Endpoint.class})
    void noneOfTheirLibrariesIsNeeded(Class<?> absent) {
        WebApplicationContextRunner without = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LoggingAutoConfiguration.class,
                        LoggingMetricsAutoConfiguration.class,
                        LoggingHealthAutoConfiguration.class,
                        LoggingEndpointAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(absent))
                .withPropertyValues(EXPOSED);
        without.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.containsBean("tunedLoggingMeters")).isFalse();
            assertThat(context.containsBean("tunedLoggingHealthIndicator")).isEqualTo(absent != HealthIndicator.class);
            assertThat(context.containsBean("tunedLoggingEndpoint")).isEqualTo(absent != Endpoint.class);
        });
    }

    @Test
    void nothingIsThereWithoutLogback() {
        runner.withClassLoader(new FilteredClassLoader("ch.qos.logback"))
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("tunedLoggingMeters")
                        .doesNotHaveBean("tunedLoggingHealthIndicator")
                        .doesNotHaveBean("tunedLoggingEndpoint"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        HealthIndicator tunedLoggingHealthIndicator() {
            return () -> Health.up().build();
        }

        @Bean
        SinkMeterBinder myMeters() {
            return new SinkMeterBinder(() -> null);
        }

        @Bean
        TunedLoggingEndpoint myEndpoint(
                org.springframework.beans.factory.ObjectProvider<dev.tuned.logging.stage.Stages> stages) {
            return new TunedLoggingEndpoint(() -> null, stages);
        }
    }
}
