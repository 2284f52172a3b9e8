/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.MockedStatic;
import org.mockito.Mockito;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** On Spring Boot 3, which they know, the starters do nothing but say so; on a version that they do not know they serve. */
@ExtendWith(OutputCaptureExtension.class)
class OtherSpringBootsTests {

    private static final List<String> STARTERS = List.of("Upload", "Logging", "Cache", "Threads");

    private final WebApplicationContextRunner runner =
            new WebApplicationContextRunner().withUserConfiguration(Application.class);

    @Test
    void onSpringBoot3NothingIsChangedAndEachStarterSaysSoOnce(CapturedOutput output) {
        ClassLoader boot3 = boot3();
        runner.withClassLoader(boot3)
                .run(context -> assertThat(beansOfTheStarters(context))
                        .containsExactlyInAnyOrder("tunedLoggingNotice", "tunedCacheNotice", "tunedThreadsNotice"));
        assertThat(LoggingSystem.get(boot3)).isExactlyInstanceOf(LogbackLoggingSystem.class);
        for (String starter : List.of("upload", "logging", "cache", "threads")) {
            assertThat(output.toString().split("tuned " + starter + ": nothing is changed, because"))
                    .as(starter)
                    .hasSize(2);
        }
    }

    @Test
    void onSpringBoot3AStarterThatIsOffSaysNothing(CapturedOutput output) {
        runner.withClassLoader(boot3())
                .withPropertyValues(STARTERS.stream()
                        .map(starter -> "tuned." + starter.toLowerCase(Locale.ROOT) + ".enabled=false")
                        .toArray(String[]::new))
                .run(context -> assertThat(beansOfTheStarters(context)).noneMatch(bean -> bean.endsWith("Notice")));
        assertThat(output).doesNotContain("nothing is changed");
    }

    @Test
    void onAVersionThatNobodyKnowsYetTheyServe(CapturedOutput output) {
        try (MockedStatic<SpringBootVersion> version = Mockito.mockStatic(SpringBootVersion.class)) {
            version.when(SpringBootVersion::getVersion).thenReturn("5.0.0");
            runner.run(context -> {
                assertThat(context).hasNotFailed();
                for (String starter : STARTERS) {
                    assertThat(beansOfTheStarters(context)).anyMatch(bean -> bean.startsWith("tuned" + starter));
                }
            });
            assertThat(LoggingSystem.get(getClass().getClassLoader()).getClass().getName())
                    .startsWith("dev.tuned.logging.");
        }
        assertThat(output).doesNotContain("because this is Spring Boot");
    }

    private static ClassLoader boot3() {
        return new ByteBuddy()
                .makeInterface()
                .name("org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory")
                .make()
                .load(new FilteredClassLoader(ConfigurableTomcatWebServerFactory.class))
                .getLoaded()
                .getClassLoader();
    }

    private static Stream<String> beansOfTheStarters(ApplicationContext context) {
        return Arrays.stream(context.getBeanDefinitionNames()).filter(bean -> bean.startsWith("tuned"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
