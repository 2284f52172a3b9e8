/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class AppenderHealthIndicatorTests {

    @TempDir
    Path directory;

    private final InstalledLogback logback = new InstalledLogback();

    @AfterEach
    void close() {
        logback.close();
    }

    @Test
    void appendersThatWriteAreUp() {
        logback.file("A", directory.resolve("a")).install(Map.of());
        logback.log().info("written");
        Health health = healthAt(Instant.now());
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .extractingByKey("A", InstanceOfAssertFactories.MAP)
                .containsEntry("failing", false)
                .containsEntry("dropped", 0L)
                .doesNotContainKeys("lastFailure", "lastFailureAt", "lastDropAt");
    }

    /** However long it lasts. */
    @Test
    void aFileThatCannotBeWrittenDegrades() {
        logback.file("A", directory.resolve("a"))
                .file("FULL", Path.of("/dev/full"))
                .install(Map.of());
        logback.log().error("lost");
        Instant hence = Instant.now().plus(Duration.ofHours(1));
        await().untilAsserted(
                        () -> assertThat(healthAt(hence).getStatus()).isEqualTo(AppenderHealthIndicator.DEGRADED));
        assertThat(healthAt(hence).getDetails())
                .extractingByKey("FULL", InstanceOfAssertFactories.MAP)
                .containsEntry("failing", true)
                .containsEntry("queued", 1L)
                .containsKeys("lastFailure", "lastFailureAt");
    }

    @Test
    void aDropDegradesForAMinute() {
        logback.gated("SLOW").install(InstalledLogback.SMALL);
        logback.dropOne();
        logback.open();
        await().until(() -> !logback.statistics().get(0).failing());
        Instant drop = Objects.requireNonNull(logback.statistics().get(0).lastDropAt());
        assertThat(healthAt(drop.plusSeconds(59)).getStatus()).isEqualTo(AppenderHealthIndicator.DEGRADED);
        Health later = healthAt(drop.plusSeconds(60));
        assertThat(later.getStatus()).isEqualTo(Status.UP);
        assertThat(later.getDetails())
                .extractingByKey("SLOW", InstanceOfAssertFactories.MAP)
                .containsEntry("dropped", 1L)
                .containsKey("lastDropAt");
    }

    @Test
    void withAnotherLoggingSystemItIsUnknown() {
        assertThat(healthAt(Instant.now()).getStatus()).isEqualTo(Status.UNKNOWN);
    }

    private Health healthAt(Instant time) {
        return new AppenderHealthIndicator(logback, Clock.fixed(time, ZoneOffset.UTC)).health();
    }
}
