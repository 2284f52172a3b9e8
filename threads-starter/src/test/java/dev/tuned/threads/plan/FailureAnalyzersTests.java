/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/** What a person reads when the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzersTests {

    private final SpringApplication application =
            new SpringApplicationBuilder(App.class).web(WebApplicationType.NONE).build();

    @Test
    void unknownModeListsTheModes(CapturedOutput output) {
        assertThatException().isThrownBy(() -> this.application.run("--tuned.threads.web.mode=green"));
        assertThat(output)
                .contains("Property: tuned.threads.web.mode")
                .contains("Value: \"green\"")
                .contains("AUTO", "INHERIT", "PLATFORM", "VIRTUAL");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
    void virtualThreadsUnavailable(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> this.application.run(
                        "--tuned.threads.async.mode=virtual", "--tuned.threads.on-unsupported=fail"));
        assertThat(output)
                .containsIgnoringNewLines("""
                Description:

                tuned.threads.async.mode=virtual: virtual threads for async need Java 21 or later; this is Java %d, and tuned.threads.on-unsupported=fail.

                Action:

                Run on Java 21 or later (from Java 24 on, virtual threads that block inside synchronized are not pinned), ask for auto or platform instead of virtual, or set tuned.threads.on-unsupported=warn to start on platform threads.
                """.formatted(Runtime.version().feature()));
    }

    @Test
    void nameOfAnExecutorThatAnotherBeanHas(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> this.application.run("--tuned.threads.executors.tunedThreadsPlan.max-concurrency=1"));
        assertThat(output)
                .contains("The value 'tunedThreadsPlan' of tuned.threads.executors is the name of another bean, from ")
                .contains("Give the executor a name that no other bean has, or remove the other bean.");
    }

    @Test
    void negativeBoundOfAnExecutor(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> this.application.run("--tuned.threads.executors.reports.max-concurrency=-1"));
        assertThat(output).containsIgnoringNewLines("""
                The value '-1' of tuned.threads.executors.reports.max-concurrency is negative.

                Action:

                Write how many tasks may run at once, such as 20, or 0 for no limit.
                """);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
    void virtualThreadsUnavailableForANamedExecutor(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> this.application.run(
                        "--tuned.threads.executors.reports.mode=virtual", "--tuned.threads.on-unsupported=fail"));
        assertThat(output)
                .contains("tuned.threads.executors.reports.mode=virtual: virtual threads for executor 'reports' need"
                        + " Java 21 or later");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}
}
