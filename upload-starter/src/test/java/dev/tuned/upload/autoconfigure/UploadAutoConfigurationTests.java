/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.mock.web.MockServletContext;
import org.springframework.util.unit.DataSize;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.mvc.TunedMultipartResolver;
import dev.tuned.upload.tomcat.TomcatConnectors;
import dev.tuned.upload.tomcat.UploadContext;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class UploadAutoConfigurationTests {

    private static final AutoConfigurations CONFIGURATIONS =
            AutoConfigurations.of(UploadAutoConfiguration.class, MultipartAutoConfiguration.class);

    private final WebApplicationContextRunner web = new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    @Test
    void isOnByDefaultAndLeavesBootsConfigurationAsItIs() {
        web.run(context -> {
            assertThat(context.getBean(MultipartResolver.class)).isExactlyInstanceOf(TunedMultipartResolver.class);
            MultipartConfigElement config = context.getBean(MultipartConfigElement.class);
            assertThat(config.getLocation()).isEmpty();
            assertThat(config.getFileSizeThreshold()).isZero();
            assertThat(context.getBean(UploadContext.class).threshold(config)).isEqualTo(1 << 20);
        });
    }

    @ParameterizedTest
    @CsvSource({"tuned.upload.enabled=false", "spring.servlet.multipart.enabled=false"})
    void switchesLeaveEverythingToBoot(String property) {
        web.withPropertyValues(property)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(UploadContext.class)
                        .doesNotHaveBean(TunedMultipartResolver.class));
    }

    @Test
    void resolverOfTheApplicationWins() {
        web.withBean("multipartResolver", MultipartResolver.class, StandardServletMultipartResolver::new)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(UploadContext.class);
                    assertThat(context.getBean(MultipartResolver.class))
                            .isExactlyInstanceOf(StandardServletMultipartResolver.class);
                });
    }

    @ParameterizedTest
    @CsvSource({"true,true", "false,false"})
    void withoutSpringBoot4sTomcatNothingIsChangedAndThatIsSaid(boolean enabled, boolean said, CapturedOutput output) {
        web.withConfiguration(AutoConfigurations.of(NoTomcatAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(ConfigurableTomcatWebServerFactory.class))
                .withPropertyValues("tuned.upload.enabled=" + enabled)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(UploadContext.class));
        assertThat(output.toString().contains("tuned upload: nothing is changed, because"))
                .isEqualTo(said);
    }

    @Test
    void excludedMultipartStaysExcluded() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UploadAutoConfiguration.class))
                .run(context -> assertThat(context)
                        .doesNotHaveBean(MultipartResolver.class)
                        .doesNotHaveBean(UploadContext.class));
    }

    @Test
    void needsTomcatAndAServletApplication() {
        web.withClassLoader(new FilteredClassLoader(ConfigurableTomcatWebServerFactory.class))
                .run(context -> assertThat(context).doesNotHaveBean(UploadContext.class));
        new ApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .run(context -> assertThat(context).doesNotHaveBean(UploadContext.class));
    }

    @Test
    void explicitThresholdOfBootWins() {
        web.withPropertyValues("spring.servlet.multipart.file-size-threshold=0", "tuned.upload.threshold=5MB")
                .run(context -> assertThat(context.getBean(UploadContext.class)
                                .threshold(context.getBean(MultipartConfigElement.class)))
                        .isZero());
    }

    @Test
    void settingsOfBootsResolverAreKept() {
        web.withPropertyValues("spring.servlet.multipart.resolve-lazily=true")
                .run(context -> assertThat(context.getBean(MultipartResolver.class))
                        .extracting("lazily")
                        .isEqualTo(true));
    }

    @Test
    void settingsThatCodeGivesBootsResolverAreKept() {
        BeanPostProcessor lazily = new BeanPostProcessor() {

            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof StandardServletMultipartResolver resolver) {
                    resolver.setResolveLazily(true);
                }
                return bean;
            }
        };
        web.withBean(BeanPostProcessor.class, () -> lazily)
                .run(context -> assertThat(context.getBean(MultipartResolver.class))
                        .isExactlyInstanceOf(TunedMultipartResolver.class)
                        .extracting("lazily")
                        .isEqualTo(true));
    }

    @Test
    void budgetFollowsTheHeap() {
        UploadProperties unset = properties(null);
        assertThat(unset.memoryBudget(48 << 20)).isZero();
        assertThat(unset.memoryBudget(64 << 20)).isZero();
        assertThat(unset.memoryBudget(112 << 20)).isEqualTo(16 << 20);
        assertThat(unset.memoryBudget(256 << 20)).isEqualTo(64 << 20);
        assertThat(unset.memoryBudget(4L << 30)).isEqualTo(64 << 20);
        assertThat(properties(DataSize.ofMegabytes(100)).memoryBudget(64 << 20)).isEqualTo(100 << 20);
    }

    private static UploadProperties properties(DataSize budget) {
        UploadProperties properties = new UploadProperties();
        properties.setMemoryBudget(budget);
        return properties;
    }

    @ParameterizedTest
    @CsvSource({
        "threshold,-1B",
        "memory-budget,-1B",
        "max-files,-2",
        "max-fields,-2",
        "linger.max-size,-1B",
        "linger.max-time,-1s"
    })
    void valueThatCannotWorkEndsTheStart(String name, String value) {
        web.withPropertyValues("tuned.upload." + name + "=" + value)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .hasRootCauseInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasStackTraceContaining("tuned.upload." + name));
    }

    @Test
    void limitThatTomcatsHidesIsWarnedOf(CapturedOutput output) {
        web.withPropertyValues("tuned.upload.max-files=100", "tuned.upload.max-fields=50")
                .run(context -> assertThat(output)
                        .containsOnlyOnce(
                                "tuned.upload.max-files=100 is never reached: server.tomcat.max-part-count=50")
                        .doesNotContain("tuned.upload.max-fields="));
        web.withPropertyValues("tuned.upload.max-fields=100", "server.tomcat.max-part-count=-1")
                .run(context -> assertThat(output).doesNotContain("tuned.upload.max-fields="));
    }

    @Test
    void lingerMayBeLongerThanNanosecondsCanSay() {
        web.withPropertyValues("tuned.upload.linger.max-time=200000d")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void containerThatIsNotServedIsWarnedOf(CapturedOutput output) {
        web.run(context -> {
            ObjectProvider<ServletContext> servlets = context.getBeanProvider(ServletContext.class);
            TomcatConnectors none = new TomcatConnectors(() -> context.getBean(UploadContext.class));
            new UploadStartupReport(context.getBean(UploadContext.class), none, servlets).onApplicationEvent(null);
            assertThat(output).doesNotContain("Uploads are read by the container itself");
            UploadStartupReport.warnOfContainer(new ForeignServletContext());
            assertThat(output)
                    .containsOnlyOnce("Uploads are read by the container itself")
                    .contains(ForeignServletContext.class.getName())
                    .doesNotContain("tuned upload: files");
        });
    }

    private static final class ForeignServletContext extends MockServletContext {}
}
