/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.logging.stage.LoggedLines;
import dev.tuned.logging.stage.SlowRequestFilter;
import dev.tuned.logging.stage.StageTable;
import dev.tuned.logging.stage.Stages;

import static org.assertj.core.api.Assertions.assertThat;

class StagesAutoConfigurationTests {

    private static final String THRESHOLD = "tuned.logging.stages.slow-request-threshold=1s";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("tuned.logging.stages.enabled=true")
            .withConfiguration(AutoConfigurations.of(StagesAutoConfiguration.class));

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withPropertyValues("tuned.logging.stages.enabled=true")
            .withConfiguration(AutoConfigurations.of(StagesAutoConfiguration.class));

    @Test
    void stagesAreTimedOnRequest() {
        runner.run(context -> {
            Stages stages = context.getBean(Stages.class);
            stages.time("parse").close();
            assertThat(stages.snapshot()).hasSize(1);
            assertThat(context).hasSingleBean(StageTable.class).hasSingleBean(StageAnnotationPostProcessor.class);
        });
    }

    @Test
    void areOffBySwitchAndStillThereToBeInjected() {
        for (String property : new String[] {"tuned.logging.enabled", "tuned.logging.stages.enabled"}) {
            web.withPropertyValues(property + "=false", THRESHOLD).run(context -> {
                assertThat(context.getBean(Stages.class)).isSameAs(Stages.off());
                assertThat(context)
                        .doesNotHaveBean(StageTable.class)
                        .doesNotHaveBean(StageAnnotationPostProcessor.class)
                        .doesNotHaveBean(FilterRegistrationBean.class);
            });
        }
    }

    @Test
    void theUsersStagesWin() {
        Stages own = new Stages();
        runner.withBean(Stages.class, () -> own).run(context -> {
            assertThat(context.getBean(Stages.class)).isSameAs(own);
            assertThat(context).doesNotHaveBean(StageTable.class);
        });
    }

    @Test
    void stagesAreTimedWithoutMicrometersMeters() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer.core")).run(context -> {
            context.getBean(Stages.class).time("parse").close();
            assertThat(context.getBean(Stages.class).snapshot()).hasSize(1);
            assertThat(context).hasSingleBean(StageAnnotationPostProcessor.class);
        });
    }

    @Test
    void stagesAreTimedWithoutAServletContainerAndWithoutAnnotations() {
        runner.withPropertyValues(THRESHOLD)
                .withClassLoader(new FilteredClassLoader("io.micrometer", "jakarta.servlet", "org.springframework.web"))
                .run(context -> {
                    context.getBean(Stages.class).time("parse").close();
                    assertThat(context.getBean(Stages.class).snapshot()).hasSize(1);
                    assertThat(context).doesNotHaveBean(StageAnnotationPostProcessor.class);
                });
    }

    @Test
    void thereIsAFilterOnlyWhereAThresholdIsSet() {
        web.run(context -> assertThat(context).doesNotHaveBean(FilterRegistrationBean.class));
        web.withPropertyValues("tuned.logging.stages.slow-request-threshold=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FilterRegistrationBean.class));
        web.withPropertyValues(THRESHOLD)
                .run(context -> assertThat(
                                context.getBean(FilterRegistrationBean.class).getFilter())
                        .isInstanceOf(SlowRequestFilter.class));
    }

    @Test
    void theUsersFilterWins() {
        web.withPropertyValues(THRESHOLD)
                .withBean(SlowRequestFilter.class, () -> new SlowRequestFilter(Stages.off(), Duration.ofSeconds(2)))
                .run(context -> assertThat(context).doesNotHaveBean(FilterRegistrationBean.class));
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
        DisposableBean timesItsEnd(Stages stages) {
            return () -> stages.time("last words").close();
        }
    }
}
