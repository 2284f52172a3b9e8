/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        assertThatException().isThrownBy(() -> application.run("--tuned.threads.web.mode=green"));
        assertThat(output)
                .contains("Property: tuned.threads.web.mode")
                .contains("Value: \"green\"")
                .contains("AUTO", "INHERIT", "PLATFORM", "VIRTUAL");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
    void virtualThreadsUnavailable(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> application.run(
                        "--tuned.threads.async.mode=virtual",
                        "--tuned.threads.executors.reports.mode=virtual",
                        "--tuned.threads.on-unsupported=fail"));
        assertThat(output)
                .containsIgnoringNewLines("""
                Invalid value 'virtual' for configuration property 'tuned.threads.async.mode' (originating from '"tuned.threads.async.mode" from property source "commandLineArgs"'). Validation failed for the following reason:

                tuned.threads.async.mode=virtual, tuned.threads.executors.reports.mode=virtual: virtual threads for async, executor 'reports' need Java 21 or later; this is Java %d, and tuned.threads.on-unsupported=fail. Run on Java 21 or later (from Java 24 on, virtual threads that block inside synchronized are not pinned), ask for auto or platform instead of virtual, or set tuned.threads.on-unsupported=warn to start on platform threads.

                Action:
                """.formatted(Runtime.version().feature()));
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
    void virtualThreadsOfSpringBootUnavailable(CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> application.run(
                        "--spring.threads.virtual.enabled=true", "--tuned.threads.on-unsupported=fail"));
        assertThat(output)
                .contains("Invalid value 'true' for configuration property 'spring.threads.virtual.enabled'")
                .contains("tuned.threads.on-unsupported=warn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"environment", "applicationTaskExecutor"})
    void nameOfAnExecutorThatAnotherBeanHas(String name, CapturedOutput output) {
        assertThatException()
                .isThrownBy(() -> application.run("--tuned.threads.executors." + name + ".max-concurrency=1"));
        assertThat(output)
                .contains("'1' for configuration property 'tuned.threads.executors." + name.toLowerCase(Locale.ROOT)
                        + ".max-concurrency' (originating from ")
                .contains("The name '" + name + "' of the executor is that of ")
                .contains("Give the executor another name.");
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.threads.executors.bigReports.maxConcurrency, tuned.threads.executors.bigreports.max-concurrency",
        "tuned.threads.executors.big_reports.max-concurrency, tuned.threads.executors.bigreports.max-concurrency",
        "tuned.threads.executors[big.reports].max-concurrency, tuned.threads.executors[big.reports].max-concurrency",
        "tuned.threads.executors.reports.queueCapacity, tuned.threads.executors.reports.queue-capacity",
        "tuned.threads.async.queueCapacity, tuned.threads.async.queue-capacity"
    })
    void negativeBoundOfAnExecutorHoweverItIsWritten(String written, String property, CapturedOutput output) {
        assertThatException().isThrownBy(() -> application.run("--" + written + "=-1"));
        assertThat(output).contains("""
                Invalid value '-1' for configuration property '%s' (originating from '"%s" from property source "commandLineArgs"'). Validation failed for the following reason:
                """.formatted(property, written).strip());
        assertThat(output).contains("It is negative. Write how many tasks may ");
    }

    @Test
    void everySourceIsNamedThatOfTheProfileFirst(@TempDir Path config, CapturedOutput output) throws IOException {
        Files.writeString(config.resolve("application.yaml"), "tuned.threads.executors.reports.max-concurrency: 4\n");
        Files.writeString(
                config.resolve("application-many.yaml"),
                "tuned.threads:\n  executors:\n    reports.max-concurrency: -4\n");
        assertThatException()
                .isThrownBy(() -> application.run(
                        "--spring.config.additional-location=" + config.toUri(), "--spring.profiles.active=many"));
        assertThat(output)
                .contains(
                        "Invalid value '-4' for configuration property 'tuned.threads.executors.reports.max-concurrency'")
                .contains("application-many.yaml] - 3:30")
                .contains("Additionally, this property is also set in the following property source:")
                .contains("with the value '4' (originating from ")
                .contains("application.yaml] - 1:50");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}
}
