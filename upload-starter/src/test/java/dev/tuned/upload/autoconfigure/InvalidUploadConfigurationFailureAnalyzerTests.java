/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Starts a real application with a value that cannot work and reads what its user reads. */
@ExtendWith(OutputCaptureExtension.class)
class InvalidUploadConfigurationFailureAnalyzerTests {

    @Test
    void negativeThresholdIsExplained(CapturedOutput output) {
        start("--tuned.upload.threshold=-5MB");
        assertThat(output).contains("""
                APPLICATION FAILED TO START
                ***************************

                Description:

                The property 'tuned.upload.threshold' has the value '-5242880B', which cannot work: a size cannot be negative.

                Action:

                Write 0 to send every file to the disk, or a size such as 1MB.
                """);
    }

    @Test
    void hugeThresholdIsExplained(CapturedOutput output) {
        start("--tuned.upload.threshold=4GB");
        assertThat(output).contains("""
                Description:

                The property 'tuned.upload.threshold' has the value '4294967296B', which cannot work: the Servlet API holds this size in an int, so it ends at 2147483647 bytes.

                Action:

                Write a size below 2GB. Each file of that size occupies as much heap, so it should be far below.
                """);
    }

    @Test
    void locationThatIsAFileIsExplained(CapturedOutput output) {
        start("--tuned.upload.location=pom.xml");
        assertThat(output)
                .contains("""
                Action:

                Set tuned.upload.location to a directory that this process can make or write.
                """)
                .containsPattern("The property 'tuned.upload.location' has the value 'pom.xml', which cannot work: "
                        + "it cannot be used as a directory \\(NotDirectoryException: \\S+pom.xml\\)\\.");
    }

    private static void start(String property) {
        assertThatThrownBy(() -> SpringApplication.run(
                        Application.class, property, "--server.port=0", "--server.address=127.0.0.1"))
                .isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
