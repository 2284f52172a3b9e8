/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Typos in names of properties, with all four starters on the class path: whichever sees them first says so for all. */
@ExtendWith(OutputCaptureExtension.class)
class PropertyCheckTests {

    private static final String UNKNOWN = "no starter has a property ";

    private final StandardEnvironment environment = new StandardEnvironment();

    private void start(String... arguments) {
        run(arguments).close();
    }

    private ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .environment(environment)
                .run(arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tuned.upload.max-file < tuned.upload.max-files",
                "tuned.loging.async.overflow < tuned.logging.async.overflow",
                "tuned.cache.nearr < tuned.cache.near",
                "tuned.threads.web.mod < tuned.threads.web.mode"
            })
    void anUnknownPropertyIsSaidOnceWithTheNearestName(String typo, CapturedOutput output) {
        String[] names = typo.split(" < ");
        start("--" + names[0] + "=1");
        assertThat(output).containsOnlyOnce(UNKNOWN + names[0] + "; the nearest is " + names[1]);
    }

    @Test
    void whatAStarterHasIsNotSaidHoweverItIsWritten(CapturedOutput output) {
        start(
                "--tuned.upload.maxFiles=3",
                "--tuned.cache.near[0]=products",
                "--tuned.cache.ttl-of.products=3s",
                "--tuned.logging.async.overflow-of.FILE=block",
                "--tuned.threads.web.routes[/reports/**]=4");
        assertThat(output).doesNotContain(UNKNOWN);
    }

    @Test
    void whatIsNotLikeAStarterIsTheApplicationsOwn(CapturedOutput output) {
        start("--tuned.example.size=3");
        assertThat(output).doesNotContain(UNKNOWN);
    }

    @Test
    void environmentVariablesMayBeForOthers(CapturedOutput output) {
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("process", Map.of("tuned.upload.max-file", "3")));
        start();
        assertThat(output).doesNotContain(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload", "logging", "cache", "threads"})
    void enabledIsTrueOrFalse(String starter) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> start("--tuned." + starter + ".enabled=flase"))
                .withMessageContaining("tuned." + starter + ".enabled");
    }

    /** It would be injected where an application wants its own text, or all texts. */
    @Test
    void noTextCanBeInjected() {
        try (ConfigurableApplicationContext context = run()) {
            assertThat(context.getBeanProvider(String.class)).isEmpty();
        }
    }

    /** No starter depends on another one. */
    @Test
    void eachStarterChecksInTheSameWay() {
        assertThat(List.of("upload", "logging", "cache", "threads"))
                .map(starter -> Pages.readAll(starter + "-starter/src/main/java", "PropertyCheck\\.java")
                        .replace("package dev.tuned." + starter, "package dev.tuned"))
                .hasSize(4)
                .containsOnly(Pages.readAll("upload-starter/src/main/java", "PropertyCheck\\.java")
                        .replace("package dev.tuned.upload", "package dev.tuned"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}
