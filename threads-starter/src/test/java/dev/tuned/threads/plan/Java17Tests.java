/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** A real server on a Java without virtual threads: it starts, on platform threads, and says so. */
@EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "tests a Java without virtual threads, before 21")
@ExtendWith(OutputCaptureExtension.class)
class Java17Tests {

    private static final int JAVA = Runtime.version().feature();

    @Test
    void virtualIsOneWarning(CapturedOutput output) {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=virtual", "tuned.threads.async.mode=virtual")) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.get("/callable")).isEqualTo("platform");
            assertThat(app.protocol().getProcessorCache()).isEqualTo(200);
            assertThat(output.getOut().lines().filter(line -> line.contains(" WARN ")))
                    .singleElement()
                    .asString()
                    .endsWith("tuned threads: tuned.threads.web.mode, tuned.threads.async.mode=virtual: virtual threads"
                            + " need Java 21 or later; this is Java %d; platform threads are used instead"
                                    .formatted(JAVA));
            assertThat(output).contains("tuned threads: web platform, async platform, sendfile ");
        }
    }

    /** Spring Boot itself says nothing of it. */
    @ParameterizedTest
    @ValueSource(strings = {"none=", "spring.threads.virtual.enabled=true", "tuned.threads.web.mode=auto"})
    void allElseIsNoWarning(String property, CapturedOutput output) {
        try (WebApp app = WebApp.start(property)) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(output).contains("tuned threads: web ").doesNotContain(" WARN ");
        }
    }
}
