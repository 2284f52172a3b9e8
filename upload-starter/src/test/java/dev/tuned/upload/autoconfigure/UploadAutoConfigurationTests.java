/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.TunedMultipartConfigElement;
import dev.tuned.upload.TunedMultipartResolver;

import static org.assertj.core.api.Assertions.assertThat;

class UploadAutoConfigurationTests {

    private static final AutoConfigurations CONFIGURATIONS =
            AutoConfigurations.of(UploadAutoConfiguration.class, MultipartAutoConfiguration.class);

    private final WebApplicationContextRunner web = new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    @Test
    void isOnByDefault() {
        web.run(context -> {
            assertThat(context).hasSingleBean(MultipartConfigElement.class).hasSingleBean(MultipartResolver.class);
            assertThat(context.getBean("multipartResolver")).isInstanceOf(TunedMultipartResolver.class);
            MultipartConfigElement config = context.getBean(MultipartConfigElement.class);
            assertThat(config.getFileSizeThreshold()).isEqualTo(1 << 20);
            assertThat(config.getMaxFileSize()).isEqualTo(1 << 20);
            assertThat(config.getMaxRequestSize()).isEqualTo(10 << 20);
            assertThat(Path.of(config.getLocation()))
                    .isAbsolute()
                    .isDirectory()
                    .hasParent(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tuned.upload.enabled=false", "tuned.upload.enabled=FALSE"})
    void switchLeavesEverythingToBoot(String property) {
        web.withPropertyValues(property).run(context -> {
            assertThat(context).doesNotHaveBean(UploadStartupReport.class);
            assertThat(context).doesNotHaveBean(TunedMultipartConfigElement.class);
            assertThat(context.getBean(MultipartResolver.class))
                    .isExactlyInstanceOf(StandardServletMultipartResolver.class);
            assertThat(context.getBean(MultipartConfigElement.class).getFileSizeThreshold())
                    .isZero();
        });
    }

    @Test
    void doesNothingWhereBootsMultipartIsOff() {
        web.withPropertyValues("spring.servlet.multipart.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(MultipartConfigElement.class)
                        .doesNotHaveBean(MultipartResolver.class)
                        .doesNotHaveBean(UploadProperties.class));
    }

    @Test
    void configurationOfTheApplicationWins() {
        MultipartConfigElement own = new MultipartConfigElement("", 1, 2, 3);
        web.withBean(MultipartConfigElement.class, () -> own).run(context -> {
            assertThat(context.getBean(MultipartConfigElement.class)).isSameAs(own);
            assertThat(context).hasSingleBean(TunedMultipartResolver.class);
        });
    }

    @Test
    void resolverOfTheApplicationWins() {
        StandardServletMultipartResolver own = new StandardServletMultipartResolver();
        web.withBean("mine", MultipartResolver.class, () -> own).run(context -> {
            assertThat(context.getBean(MultipartResolver.class)).isSameAs(own);
            assertThat(context).hasSingleBean(TunedMultipartConfigElement.class);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.servlet.multipart.file-size-threshold=10KB",
                "spring.servlet.multipart.fileSizeThreshold=10KB",
                "spring.servlet.multipart.file_size_threshold=10KB",
                "spring.servlet.multipart.filesizethreshold=10KB"
            })
    void explicitThresholdWinsInEverySpelling(String property) {
        web.withPropertyValues(property, "tuned.upload.threshold=2MB")
                .run(context -> assertThat(
                                context.getBean(MultipartConfigElement.class).getFileSizeThreshold())
                        .isEqualTo(10 * 1024));
    }

    @Test
    void explicitThresholdFromTheProcessEnvironmentWins() {
        web.withInitializer(new SystemEnvironment("SPRING_SERVLET_MULTIPART_FILESIZETHRESHOLD", "0"))
                .run(context -> assertThat(
                                context.getBean(MultipartConfigElement.class).getFileSizeThreshold())
                        .isZero());
    }

    @Test
    void explicitLocationWinsAndNoDirectoryIsMade(@TempDir Path temp) {
        Path ours = temp.resolve("ours");
        web.withPropertyValues("spring.servlet.multipart.location=" + temp, "tuned.upload.location=" + ours)
                .run(context -> {
                    MultipartConfigElement config = context.getBean(MultipartConfigElement.class);
                    assertThat(config.getLocation()).isEqualTo(temp.toString());
                    assertThat(config.getFileSizeThreshold()).isEqualTo(1 << 20);
                    assertThat(ours).doesNotExist();
                });
    }

    @Test
    void locationWithoutTextCountsAsNotSet() {
        web.withPropertyValues("spring.servlet.multipart.location=", "tuned.upload.location= ")
                .run(context -> assertThat(context).hasSingleBean(TunedMultipartConfigElement.class));
    }

    @Test
    void limitsAndFlagsOfBootStayInForce() {
        web.withPropertyValues(
                        "spring.servlet.multipart.max-file-size=3MB",
                        "spring.servlet.multipart.max-request-size=-1",
                        "spring.servlet.multipart.resolve-lazily=true",
                        "spring.servlet.multipart.strict-servlet-compliance=true")
                .run(context -> {
                    MultipartConfigElement config = context.getBean(MultipartConfigElement.class);
                    assertThat(config.getMaxFileSize()).isEqualTo(3 << 20);
                    assertThat(config.getMaxRequestSize()).isEqualTo(-1);
                    assertThat(context.getBean(TunedMultipartResolver.class))
                            .hasFieldOrPropertyWithValue("resolveLazily", true)
                            .hasFieldOrPropertyWithValue("strictServletCompliance", true);
                });
    }

    @Test
    void directoryGoesWithTheContext() {
        AtomicReference<Path> directory = new AtomicReference<>();
        web.run(context -> directory.set(
                Path.of(context.getBean(MultipartConfigElement.class).getLocation())));
        assertThat(directory.get()).doesNotExist();
    }

    @Test
    void threshold0AndTheHighestAreTakenAsTheyAre() {
        web.withPropertyValues("tuned.upload.threshold=0")
                .run(context -> assertThat(
                                context.getBean(MultipartConfigElement.class).getFileSizeThreshold())
                        .isZero());
        web.withPropertyValues("tuned.upload.threshold=2147483647B")
                .run(context -> assertThat(
                                context.getBean(MultipartConfigElement.class).getFileSizeThreshold())
                        .isEqualTo(Integer.MAX_VALUE));
    }

    @Test
    void locationMayBeInTheHomeDirectory(@TempDir Path home) {
        String before = System.setProperty("user.home", home.toString());
        try {
            web.withPropertyValues("tuned.upload.location=~/up loads")
                    .run(context -> assertThat(context.getBean(MultipartConfigElement.class)
                                    .getLocation())
                            .isEqualTo(home.resolve("up loads").toString()));
        } finally {
            System.setProperty("user.home", before);
        }
    }

    @Test
    void relativeLocationIsResolvedAgainstTheWorkingDirectory() {
        Path expected = Path.of("target", "relative uploads").toAbsolutePath();
        web.withPropertyValues("tuned.upload.location=target/relative uploads").run(context -> {
            assertThat(context.getBean(MultipartConfigElement.class).getLocation())
                    .isEqualTo(expected.toString());
            assertThat(expected).isDirectory();
        });
        assertThat(expected).doesNotExist();
    }

    @Test
    void locationThatIsAFileIsRefused(@TempDir Path temp) throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        for (String location : new String[] {file.toString(), file + "/below"}) {
            web.withPropertyValues("tuned.upload.location=" + location)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .satisfies(cause -> assertThat(cause)
                                    .isInstanceOf(InvalidUploadConfigurationException.class)
                                    .hasMessageContaining("'tuned.upload.location'")
                                    .hasMessageContaining(location)));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Servlet.class, StandardServletMultipartResolver.class, MultipartAutoConfiguration.class})
    void doesNothingWhereAClassIsMissing(Class<?> missing) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UploadAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(UploadProperties.class)
                        .doesNotHaveBean(MultipartProperties.class));
    }

    @Test
    void needsNoTomcat() {
        web.withClassLoader(new FilteredClassLoader("org.apache.catalina", "org.apache.tomcat", "org.apache.coyote"))
                .run(context -> assertThat(context).hasSingleBean(TunedMultipartConfigElement.class));
    }

    @Test
    void doesNothingOutsideAServletApplication() {
        new ApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .run(context -> assertThat(context).doesNotHaveBean(UploadProperties.class));
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .run(context -> assertThat(context).doesNotHaveBean(UploadProperties.class));
    }
}
