/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
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
        try (WebApp app = WebApp.start("tuned.threads.mode=virtual")) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.protocol().getProcessorCache()).isEqualTo(200);
            assertThat(output.getOut().lines().filter(line -> line.contains(" WARN ")))
                    .singleElement()
                    .asString()
                    .endsWith("tuned threads: tuned.threads.mode=virtual: virtual threads for web, async need Java 21"
                            + " or later; this is Java %d; platform threads are used instead".formatted(JAVA));
            assertThat(output)
                    .contains("tuned threads: web platform (tuned.threads.mode=virtual needs Java 21, this is Java "
                            + JAVA);
        }
    }

    @Test
    void bootsFlagIsOneWarningToo(CapturedOutput output) {
        try (WebApp app = WebApp.start("spring.threads.virtual.enabled=true")) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(output)
                    .containsOnlyOnce(" WARN ")
                    .contains("spring.threads.virtual.enabled=true: virtual threads for web, async, scheduling need"
                            + " Java 21 or later; this is Java " + JAVA);
        }
    }

    @Test
    void autoIsNoWarning(CapturedOutput output) {
        try (WebApp app = WebApp.start()) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(output)
                    .doesNotContain(" WARN ")
                    .contains("tuned threads: web platform (auto: Java %d, virtual from 24)".formatted(JAVA));
        }
    }
}
