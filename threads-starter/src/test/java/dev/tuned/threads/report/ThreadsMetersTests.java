/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Meters of threads: those of sendfile and of limits have their own tests. */
class ThreadsMetersTests {

    @ParameterizedTest
    @ValueSource(strings = {"boot", "platform"})
    void aPoolThatDoesNotGrowHasNone(String mode) {
        try (WebApp app =
                WebApp.start(Metered.class, "tuned.threads.web.mode=" + mode, "tuned.threads.async.mode=platform")) {
            assertThat(names(app))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(name).startsWith("tuned.threads.sendfile."));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aPoolThatMayGrowHasItsLimitAndItsTrials(String lazy) {
        try (WebApp app =
                WebApp.start(Metered.class, "tuned.threads.web.mode=auto", "spring.main.lazy-initialization=" + lazy)) {
            MeterRegistry meters = app.context.getBean(MeterRegistry.class);
            assertThat(meters.get("tuned.threads.web.auto.limit").gauge().value())
                    .isEqualTo(200);
            assertThat(meters.get("tuned.threads.web.auto.trials").functionCounters())
                    .allSatisfy(trials -> assertThat(trials.count()).isZero())
                    .extracting(FunctionCounter::getId)
                    .extracting(id -> id.getTag("outcome"))
                    .containsExactlyInAnyOrder("kept", "taken-back", "last");
        }
    }

    private static List<String> names(WebApp app) {
        return app.context.getBean(MeterRegistry.class).getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("tuned."))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, MetricsAutoConfiguration.class})
    static class Metered {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }
}
