/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.check;

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
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Typos in names of properties, with metadata of a starter among the tests' resources. */
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
                "tuned.cach.size < tuned.cache.size",
                "tuned.cache.szie < tuned.cache.size",
                "tuned.cache.ttl-off < tuned.cache.ttl-of",
                "tuned.cache < tuned.cache.size"
            })
    void anUnknownPropertyIsSaidOnceWithTheNearestName(String typo, CapturedOutput output) {
        String[] names = typo.split(" < ");
        start("--" + names[0] + "=1");
        assertThat(output).containsOnlyOnce(UNKNOWN + names[0] + "; the nearest is " + names[1]);
    }

    @Test
    void whatAStarterHasIsNotSaidHoweverItIsWritten(CapturedOutput output) {
        start(
                "--tuned.cache.maxSize=3",
                "--tuned.cache.MAX_SIZE=3",
                "--tuned.cache.ttl-of.products=3s",
                "--tuned.cache.ttl-of[/products/**]=3s");
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

    @Test
    void aChildContextSaysNothingAgain(CapturedOutput output) {
        new SpringApplicationBuilder(Empty.class)
                .bannerMode(Banner.Mode.OFF)
                .properties("tuned.cache.szie=1")
                .child(Empty.class)
                .web(WebApplicationType.NONE)
                .run()
                .close();
        assertThat(output).containsOnlyOnce(UNKNOWN);
    }

    /** Spring Cloud's bootstrap context is the parent of the application's, which has properties of its own. */
    @Test
    void whatAParentDoesNotHaveIsCheckedInItsChild(CapturedOutput output) {
        try (ConfigurableApplicationContext parent = run("--tuned.cache.szie=1")) {
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(() -> runChild(parent, "--tuned.cache.enabled=flase"));
            runChild(parent, "--tuned.cache.ttl-off=1").close();
        }
        assertThat(output).containsOnlyOnce(UNKNOWN + "tuned.cache.szie");
        assertThat(output).containsOnlyOnce(UNKNOWN + "tuned.cache.ttl-off");
    }

    private static ConfigurableApplicationContext runChild(ConfigurableApplicationContext parent, String argument) {
        return new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .parent(parent)
                .run(argument);
    }

    /** A WAR file may get one from the servlet container's start. */
    @Test
    void aParentThatIsNotOfSpringBootWasNotChecked(CapturedOutput output) {
        try (GenericApplicationContext parent = new GenericApplicationContext()) {
            parent.refresh();
            runChild(parent, "--tuned.cache.szie=1").close();
        }
        assertThat(output).containsOnlyOnce(UNKNOWN);
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}
