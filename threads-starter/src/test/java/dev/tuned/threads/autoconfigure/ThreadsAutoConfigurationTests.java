/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.Executor;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import dev.tuned.threads.RequestLimits;
import dev.tuned.threads.executor.ExecutorRegistrar;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.report.ThreadsReport;
import dev.tuned.threads.tomcat.TomcatThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** Which beans there are, on any Java; {@code ExecutorThreadsIT} has what needs virtual threads. */
class ThreadsAutoConfigurationTests {

    private static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations.of(
            TaskExecutionAutoConfiguration.class,
            TaskSchedulingAutoConfiguration.class,
            ThreadsAutoConfiguration.class,
            ThreadsOffAutoConfiguration.class,
            ThreadsWebAutoConfiguration.class);

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS);

    private final WebApplicationContextRunner webRunner =
            new WebApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS);

    @Test
    void onByDefault() {
        webRunner.run(context -> assertThat(context)
                .hasSingleBean(ThreadPlan.class)
                .hasSingleBean(TomcatThreads.class)
                .hasSingleBean(ExecutorRegistrar.class)
                .hasSingleBean(ThreadsReport.class));
    }

    @Test
    void offBySwitch() {
        webRunner.withPropertyValues("tuned.threads.enabled=false").run(context -> {
            assertThat(context)
                    .doesNotHaveBean(ThreadPlan.class)
                    .doesNotHaveBean(TomcatThreads.class)
                    .doesNotHaveBean(ExecutorRegistrar.class)
                    .doesNotHaveBean(ThreadsReport.class)
                    .hasSingleBean(ThreadPoolTaskExecutor.class);
            assertThat(context.getAliases("applicationTaskExecutor")).containsExactly("bootstrapExecutor");
        });
    }

    @Test
    void switchedOffTheBeanOfTheApiStaysAndLimitsNothing() {
        runner.withPropertyValues("tuned.threads.enabled=false", "tuned.threads.web.routes[/reports/**]=4")
                .run(context -> {
                    RequestLimits limits = context.getBean(RequestLimits.class);
                    limits.change("/reports/**", 5);
                    assertThat(limits.current()).isEmpty();
                });
    }

    @Test
    void executorOfTheUserWins() {
        runner.withUserConfiguration(OwnExecutor.class)
                .withPropertyValues("tuned.threads.async.mode=virtual")
                .run(context ->
                        assertThat(context).hasSingleBean(Executor.class).hasBean("own"));
    }

    @Test
    void withoutTomcatTheRestStays() {
        webRunner
                .withClassLoader(new FilteredClassLoader(ConfigurableTomcatWebServerFactory.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(ThreadsReport.class)
                        .doesNotHaveBean(TomcatThreads.class));
    }

    @Test
    void executorAndSchedulerAreBootsUnlessSomethingIsSet() {
        runner.withUserConfiguration(Scheduling.class).run(context -> {
            assertThat(context).hasSingleBean(ThreadPoolTaskExecutor.class);
            assertThat(context).hasSingleBean(ThreadPoolTaskScheduler.class);
            assertThat(context.getAliases("applicationTaskExecutor")).containsExactly("bootstrapExecutor");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutor {

        @Bean
        Executor own() {
            return new SyncTaskExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}
}
