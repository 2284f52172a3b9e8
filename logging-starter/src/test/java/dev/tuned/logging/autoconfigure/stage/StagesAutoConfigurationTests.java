/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.annotation.Observed;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

class StagesAutoConfigurationTests {

    private final ApplicationContextRunner off = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(StagesAutoConfiguration.class, ObservationAutoConfiguration.class));
    private final ApplicationContextRunner runner = off.withPropertyValues("tuned.logging.stages.enabled=true");

    @Test
    void nothingIsThereByDefault() {
        off.run(context -> assertThat(context).doesNotHaveBean(StageTable.class));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(StagesAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(ObservationRegistry.class));
    }

    @Test
    void theSwitchOfTheStarterTurnsItOff() {
        runner.withPropertyValues("tuned.logging.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(StageTable.class));
    }

    @Test
    void whatIsObservedIsInTheTable() {
        assertThat(tableOf(runner)).contains("parse").contains("Methods#unnamed");
    }

    @Test
    void aRegistryIsMadeWhereBootMakesNone() {
        assertThat(tableOf(new ApplicationContextRunner()
                        .withPropertyValues("tuned.logging.stages.enabled=true")
                        .withConfiguration(AutoConfigurations.of(StagesAutoConfiguration.class))))
                .contains("parse");
    }

    private static String tableOf(ApplicationContextRunner runner) {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            runner.run(context -> {
                ObservationRegistry registry = context.getBean(ObservationRegistry.class);
                Observation.createNotStarted("parse", registry).observe(() -> {});
                Observation.createNotStarted("method.observed", registry)
                        .contextualName("Methods#unnamed")
                        .observe(() -> {});
            });
            assertThat(lines.messages()).hasSize(1);
            return lines.messages().get(0);
        }
    }

    @Test
    void nothingIsNeededOfMicrometer() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** A proxy of one of these would end the start, or have its private method run without fields. */
    @Test
    void noBeanGetsAProxy() {
        runner.withUserConfiguration(Everything.class)
                .withBean(Annotated.class)
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(Annotated.class)))
                        .isFalse());
    }

    @Test
    void bootsAspectObservesAnnotatedMethods() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            new ApplicationContextRunner()
                    .withUserConfiguration(Everything.class)
                    .withPropertyValues(
                            "tuned.logging.stages.enabled=true", "management.observations.annotations.enabled=true")
                    .withBean(Named.class)
                    .run(context -> context.getBean(Named.class).read());
            assertThat(lines.messages()).hasSize(1).first().asString().contains("cache read");
        }
    }

    @Test
    void theLastTableHasWhatRanWhileBeansWereDestroyed() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            runner.withUserConfiguration(TimesItsEnd.class).run(context -> {});
            assertThat(lines.messages()).hasSize(1).first().asString().contains("last words");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TimesItsEnd {

        @Bean
        DisposableBean timesItsEnd(ObservationRegistry registry) {
            return () -> Observation.createNotStarted("last words", registry).observe(() -> {});
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Everything {}

    static class Annotated {

        final String field = "seen from outside";

        @Observed
        public void observed() {}

        @Scheduled(fixedRate = 1)
        private void scheduled() {}
    }

    static class Named {

        @Observed(name = "cache read")
        public void read() {}
    }
}
