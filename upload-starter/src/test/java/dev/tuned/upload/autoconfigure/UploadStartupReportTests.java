/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

import jakarta.servlet.MultipartConfigElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class UploadStartupReportTests {

    private final WebApplicationContextRunner web =
            new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(UploadAutoConfiguration.class));

    @Test
    void namesThresholdDirectoryAndItsMode(@TempDir Path temp, CapturedOutput output) throws Exception {
        Path shared = Files.createDirectory(temp.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        start(web.withPropertyValues("tuned.upload.threshold=10KB", "tuned.upload.location=" + shared));
        assertThat(output)
                .containsOnlyOnce(
                        "tuned upload: own parser, files up to 1MB, bodies up to 10MB, 50 parts, text fields up to "
                                + "64KB; files up to 10KB stay in memory while all together are below 64MB, others go to "
                                + shared + " (rwxr-xr-x)");
    }

    @Test
    void namesThePropertiesThatWon(CapturedOutput output) {
        start(web.withPropertyValues(
                "spring.servlet.multipart.file-size-threshold=1025B",
                "spring.servlet.multipart.location=/absent",
                "spring.servlet.multipart.max-file-size=2MB",
                "tuned.upload.max-file-size=3MB",
                "tuned.upload.max-request-size=-1",
                "server.tomcat.max-part-count=7",
                "server.tomcat.max-http-form-post-size=1KB"));
        assertThat(output)
                .containsOnlyOnce("tuned upload: own parser, files up to 2MB (spring.servlet.multipart.max-file-size), "
                        + "bodies up to any size, 7 (server.tomcat.max-part-count) parts, "
                        + "text fields up to 1KB (server.tomcat.max-http-form-post-size); "
                        + "files up to 1025B (spring.servlet.multipart.file-size-threshold) stay in memory while all "
                        + "together are below 64MB, others go to /absent (spring.servlet.multipart.location)");
    }

    @Test
    void namesTheBeansThatWon(CapturedOutput output) {
        start(web.withPropertyValues("spring.servlet.multipart.file-size-threshold=1MB")
                .withBean(MultipartConfigElement.class, () -> new MultipartConfigElement(""))
                .withBean(MultipartResolver.class, StandardServletMultipartResolver::new));
        assertThat(output)
                .containsOnlyOnce(
                        "tuned upload: the application's own MultipartResolver reads bodies; files up to 0B stay "
                                + "in memory while all together are below 64MB, others go to the container's temporary "
                                + "directory, as the application's MultipartConfigElement says");
    }

    private static void start(WebApplicationContextRunner runner) {
        runner.run(context -> context.publishEvent(
                new ApplicationStartedEvent(new SpringApplication(), new String[0], context, Duration.ZERO)));
    }
}
