/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;

import dev.tuned.upload.UploadHandlers;
import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Auto-configuration of the streaming tier and of what Spring Security needs for it. */
class UploadStreamAutoConfigurationTests {

    private static final String CUSTOMIZER = "uploadRequestCacheCustomizer";

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UploadAutoConfiguration.class,
                    UploadStreamAutoConfiguration.class,
                    UploadSecurityAutoConfiguration.class,
                    MultipartAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class));

    @Test
    void isOnByDefault() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(UploadHandlers.class)
                .hasBean("uploadStreamConfigurer")
                .hasBean(CUSTOMIZER));
    }

    @Test
    void isOffBySwitch() {
        runner.withPropertyValues("tuned.upload.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(UploadHandlers.class)
                        .doesNotHaveBean("uploadStreamConfigurer")
                        .doesNotHaveBean(CUSTOMIZER));
    }

    @Test
    void backsOffForTheApplicationsResolver() {
        runner.withBean("multipartResolver", StandardServletMultipartResolver.class)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(UploadHandlers.class)
                        .doesNotHaveBean(CUSTOMIZER));
    }

    @Test
    void backsOffForTheApplicationsRequestCache() {
        runner.withBean(RequestCache.class, NullRequestCache::new)
                .run(context -> assertThat(context).doesNotHaveBean(CUSTOMIZER));
    }

    @Test
    void needsSpringSecurityForItsPartOnly() {
        runner.withClassLoader(new FilteredClassLoader(HttpSecurity.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(UploadHandlers.class)
                        .doesNotHaveBean(CUSTOMIZER));
    }

    @Test
    void needsSpringMvc() {
        new WebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(UploadAutoConfiguration.class, UploadStreamAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(DispatcherServlet.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(UploadHandlers.class));
    }

    @Test
    void handlerWithALimitThatIsNoSizeEndsTheStart() {
        runner.withUserConfiguration(WrongLimit.class)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("much"));
        runner.withUserConfiguration(WrongLimit.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("@UploadLimits(maxFileSize) on WrongLimit.upload has the value 'much'"));
    }

    @Test
    void handlerOfAStreamAndAPartEndsTheStart() {
        runner.withUserConfiguration(Both.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("Both#upload")
                        .hasMessageContaining("no part is kept for its parameter of type MultipartFile"));
    }

    @RestController
    static class WrongLimit {

        @PostMapping("/upload")
        @UploadLimits(maxFileSize = "much")
        void upload(UploadStream upload) {}
    }

    @RestController
    static class Both {

        @PostMapping("/upload")
        void upload(UploadStream upload, @RequestParam MultipartFile file) {}
    }
}
