/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.MultipartConfigElement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.FormData;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The servlet's multipart configuration takes precedence over properties, whoever made it. */
@ExtendWith(OutputCaptureExtension.class)
class OwnConfigurationIT {

    private static final String LEFT = "upload_5b0f4a44-30ad-4d2e-8d2c-43b7e1d1a0aa";

    /** Whether each part was kept in memory. */
    private static final List<Boolean> IN_MEMORY = new CopyOnWriteArrayList<>();

    private static MultipartConfigElement config;

    @TempDir
    private Path directory;

    @BeforeEach
    void forget() {
        IN_MEMORY.clear();
    }

    @ParameterizedTest
    @CsvSource({"10, 10MB, true", "0, 0B, false"})
    void beanOfTheApplicationTakesPrecedence(int megabytes, String said, boolean inMemory, CapturedOutput output)
            throws Exception {
        Files.writeString(
                directory.resolve(LEFT + ".lock"), "Temporary files of uploads in " + directory.toRealPath() + "\n");
        Path part = Files.createFile(directory.resolve(LEFT + "_0a3f0b52-94a1-4a56-9d4c-9fd0f6f9d7c1.tmp"));
        config = new MultipartConfigElement(directory.toString(), 3 << 20, 5 << 20, megabytes << 20);
        try (UploadServer server = new UploadServer(
                FormApplication.class,
                List.of(OwnBean.class, Listening.class),
                "spring.servlet.multipart.max-file-size=1KB",
                "spring.servlet.multipart.location=" + directory.resolve("unused"),
                "tuned.upload.threshold=2MB")) {
            assertThat(part).doesNotExist();
            assertThat(output)
                    .contains("tuned upload: files up to " + said + " stay in memory")
                    .contains("others go to " + directory + System.lineSeparator());
            assertThat(upload(server, 1_500_000)).isEqualTo(200);
            assertThat(upload(server, 2_500_000)).isEqualTo(200);
            assertThat(IN_MEMORY).containsExactly(inMemory, inMemory);
            assertThat(upload(server, 3_500_000)).isEqualTo(413);
            assertThat(output).contains("limit 3145728, set by the servlet's MultipartConfigElement");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void thresholdThatCodeSetsTakesPrecedence(CapturedOutput output) throws Exception {
        try (UploadServer server = new UploadServer(
                FormApplication.class,
                List.of(OwnSettings.class, Listening.class),
                "spring.servlet.multipart.location=" + directory,
                "spring.servlet.multipart.max-file-size=5MB")) {
            assertThat(output).contains("tuned upload: files up to 2MB stay in memory");
            assertThat(upload(server, 1_500_000)).isEqualTo(200);
            assertThat(upload(server, 2_500_000)).isEqualTo(200);
            assertThat(IN_MEMORY).containsExactly(true, false);
        }
    }

    private static int upload(UploadServer server, int size) throws IOException, InterruptedException {
        return server.send("/file", new FormData().file("file", "a", FormData.random(size)))
                .statusCode();
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBean {

        @Bean
        MultipartConfigElement ownConfig() {
            return config;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSettings {

        @Bean
        static BeanPostProcessor thresholds() {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof MultipartProperties properties) {
                        properties.setFileSizeThreshold(DataSize.ofMegabytes(2));
                    }
                    return bean;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        @Bean
        UploadListener parts() {
            return new UploadListener() {

                @Override
                public void partStored(boolean inMemory, long bytes) {
                    IN_MEMORY.add(inMemory);
                }
            };
        }
    }
}
