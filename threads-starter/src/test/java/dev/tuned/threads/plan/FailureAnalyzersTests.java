/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                .contains("AUTO", "BOOT", "PLATFORM", "VIRTUAL");
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.threads.async.max-concurrency, It is negative. Write how many tasks may ",
        "tuned.threads.async.maxConcurrency, It is negative. Write how many tasks may ",
        "tuned.threads.async.max_concurrency, It is negative. Write how many tasks may ",
        "tuned.threads.web.auto.maxConcurrency, 'It is below 200, the size of the pool. Write '"
    })
    void numberThatCannotBeUsedHoweverItsPropertyIsWritten(String written, String reason, CapturedOutput output) {
        String property = written.replace("maxConcurrency", "max-concurrency").replace('_', '-');
        assertThatException().isThrownBy(() -> application.run("--" + written + "=-1"));
        assertThat(output).contains("""
                Invalid value '-1' for configuration property '%s' (originating from '"%s" from property source "commandLineArgs"'). Validation failed for the following reason:
                """.formatted(property, written).strip());
        assertThat(output).contains(reason);
    }

    @Test
    void everySourceIsNamedThatOfTheProfileFirst(@TempDir Path config, CapturedOutput output) throws IOException {
        Files.writeString(config.resolve("application.yaml"), "tuned.threads.async.max-concurrency: 4\n");
        Files.writeString(
                config.resolve("application-many.yaml"), "tuned.threads:\n  async:\n    max-concurrency: -4\n");
        assertThatException()
                .isThrownBy(() -> application.run(
                        "--spring.config.additional-location=" + config.toUri(), "--spring.profiles.active=many"));
        assertThat(output)
                .contains("Invalid value '-4' for configuration property 'tuned.threads.async.max-concurrency'")
                .contains("application-many.yaml] - 3:22")
                .contains("Additionally, this property is also set in the following property source:")
                .contains("with the value '4' (originating from ")
                .contains("application.yaml] - 1:38");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}
}
