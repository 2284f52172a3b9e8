/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** Typos in names of properties, with the metadata of all four starters. */
@ExtendWith(OutputCaptureExtension.class)
class PropertyCheckTests {

    private static final String UNKNOWN = "no starter has a property ";

    private void start(String... arguments) {
        run(arguments).close();
    }

    private ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
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

    /** It would be injected where an application wants its own text, or all texts. */
    @Test
    void noTextCanBeInjected() {
        try (ConfigurableApplicationContext context = run()) {
            assertThat(context.getBeanProvider(String.class)).isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}
