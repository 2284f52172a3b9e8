/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.CompletableFuture;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** The application's decorators in its task executor, on the kind of thread that this Java has. */
class TaskDecoratorTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Tasks.class)
            .withConfiguration(
                    AutoConfigurations.of(TaskExecutionAutoConfiguration.class, ThreadsAutoConfiguration.class));

    @BeforeEach
    void setUpContext() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        MDC.put("request", "42");
    }

    @AfterEach
    void removeContext() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
        MDC.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none=",
                "spring.threads.virtual.enabled=true",
                "tuned.threads.async.mode=platform",
                "tuned.threads.async.mode=virtual",
                "tuned.threads.async.max-concurrency=1"
            })
    void letTasksSeeTheMdcOfTheirCallers(String setting) {
        runner.withPropertyValues(setting)
                .withBean(TaskDecorator.class, ContextPropagatingTaskDecorator::new)
                .run(context ->
                        assertThat(context.getBean(Tasks.class).seen().join()).isEqualTo("42"));
    }

    @Test
    void withoutOneNothingIsTakenOver() {
        runner.run(context ->
                assertThat(context.getBean(Tasks.class).seen().join()).isNull());
    }

    @Configuration
    @EnableAsync
    static class Tasks {

        @Async
        CompletableFuture<@Nullable String> seen() {
            return CompletableFuture.completedFuture(MDC.get("request"));
        }
    }
}
