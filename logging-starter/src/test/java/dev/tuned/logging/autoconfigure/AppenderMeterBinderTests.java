/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class AppenderMeterBinderTests {

    @TempDir
    Path directory;

    private final InstalledLogback logback = new InstalledLogback();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AppenderMeterBinder binder = new AppenderMeterBinder(logback);

    @AfterEach
    void close() {
        logback.close();
    }

    @Test
    void whatIsWrittenIsCountedByAppender() {
        logback.file("A", directory.resolve("a"))
                .file("B", directory.resolve("b"))
                .install(Map.of());
        binder.bindTo(registry);
        logback.log().info("one");
        logback.log().error("two");
        assertThat(logback.get()).isNotNull();
        await().untilAsserted(() -> {
            assertThat(count("events.written", "appender", "A")).isEqualTo(2);
            assertThat(count("events.written", "appender", "B")).isEqualTo(2);
        });
        assertThat(count("events.accepted", "appender", "A")).isEqualTo(2);
        assertThat(gauge("queue.capacity", "A"))
                .isEqualTo(Math.min(8 << 20, Runtime.getRuntime().maxMemory() / 32));
        assertThat(gauge("queue.size", "A")).isZero();
        assertThat(gauge("failing", "A")).isZero();
        var flush = registry.get("tuned.logging.flush").tags("appender", "A").functionTimer();
        assertThat(flush.count()).isBetween(1.0, 2.0);
        assertThat(registry.get("tuned.logging.flush.max")
                        .tags("appender", "A")
                        .timeGauge()
                        .value(TimeUnit.NANOSECONDS))
                .isPositive()
                .isLessThanOrEqualTo(flush.totalTime(TimeUnit.NANOSECONDS));
        assertThat(registry.get("tuned.logging.appenders").gauge().value()).isEqualTo(2);
    }

    @Test
    void appendersThatStayAsTheyAreAreCounted() {
        logback.file("A", directory.resolve("a"))
                .file("B", directory.resolve("b"))
                .install(Map.of("tuned.logging.async.exclude", "B"));
        binder.bindTo(registry);
        assertThat(registry.get("tuned.logging.appenders").gauge().value()).isEqualTo(1);
        assertThat(registry.get("tuned.logging.appenders.stock").gauge().value())
                .isEqualTo(1);
    }

    @Test
    void whatIsDroppedIsCountedByReasonAndWhatIsDeniedByLevel() {
        logback.gated("SLOW").install(InstalledLogback.SMALL);
        binder.bindTo(registry);
        logback.dropOne();
        logback.log().info("denied");
        logback.log().info("denied");
        assertThat(dropped("full", "unknown")).isEqualTo(1);
        assertThat(dropped("denied", "info")).isEqualTo(2);
        assertThat(dropped("denied", "debug")).isZero();
        assertThat(dropped("io", "unknown")).isZero();
        assertThat(gauge("queue.size", "SLOW")).isBetween(900.0, 1024.0);
        assertThat(gauge("events.queued", "SLOW")).isEqualTo(2);
    }

    @Test
    void waitsOfCallersAreTimed() {
        logback.gated("SLOW").install(InstalledLogback.SMALL);
        binder.bindTo(registry);
        logback.dropOne();
        var blocked = registry.get("tuned.logging.blocked").functionTimer();
        assertThat(blocked.count()).isEqualTo(1);
        assertThat(blocked.totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(900);
        assertThat(registry.get("tuned.logging.blocked.max").timeGauge().value(TimeUnit.MILLISECONDS))
                .isEqualTo(blocked.totalTime(TimeUnit.MILLISECONDS));
    }

    @Test
    void aFileThatCannotBeWrittenIsFailing() {
        logback.file("FULL", Path.of("/dev/full")).install(Map.of());
        binder.bindTo(registry);
        logback.log().error("lost");
        await().untilAsserted(() -> assertThat(gauge("failing", "FULL")).isEqualTo(1));
    }

    @Test
    void theyFollowWhenLoggingIsSetUpAnew() {
        logback.file("A", directory.resolve("a"))
                .file("GONE", directory.resolve("gone"))
                .install(Map.of());
        binder.bindTo(registry);
        logback.log().info("before");
        await().untilAsserted(() ->
                assertThat(count("events.written", "appender", "A")).isEqualTo(1));

        logback.reset()
                .file("A", directory.resolve("a"))
                .file("NEW", directory.resolve("new"))
                .install(Map.of());
        assertThat(registry.get("tuned.logging.appenders").gauge().value()).isEqualTo(2);

        assertThat(registry.getMeters())
                .extracting(AppenderMeterBinderTests::appender)
                .contains("A", "NEW")
                .doesNotContain("GONE");
        assertThat(count("events.accepted", "appender", "A")).isZero();
        logback.log().info("after");
        assertThat(count("events.accepted", "appender", "A")).isEqualTo(1);
        assertThat(count("events.accepted", "appender", "NEW")).isEqualTo(1);
    }

    @Test
    void aScrapeThatFollowsHasAllMetersOfAnAppenderThatIsStillThere() {
        logback.file("A", directory.resolve("a")).install(Map.of());
        binder.bindTo(registry);
        List<Meter> before = registry.getMeters();
        logback.reset().file("A", directory.resolve("a")).install(Map.of());
        logback.log().info("after");
        before.forEach(meter -> meter.measure().forEach(Measurement::getValue));
        assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(count("events.accepted", "appender", "A")).isEqualTo(1);
    }

    @Test
    void theyStayWhileLoggingIsBeingSetUpAnew() {
        logback.file("A", directory.resolve("a")).install(Map.of());
        binder.bindTo(registry);
        List<Meter> before = registry.getMeters();
        logback.reset();
        assertThat(registry.get("tuned.logging.appenders").gauge().value()).isZero();
        assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void readingAnyOfThemIsEnoughToFollow() {
        logback.file("OLD", directory.resolve("a")).install(Map.of());
        binder.bindTo(registry);
        var old = registry.get("tuned.logging.queue.size").gauge();
        logback.reset().file("NEW", directory.resolve("a")).install(Map.of());
        assertThat(old.value()).isZero();
        assertThat(registry.getMeters())
                .extracting(AppenderMeterBinderTests::appender)
                .contains("NEW")
                .doesNotContain("OLD");
    }

    private static String appender(Meter meter) {
        return String.valueOf(meter.getId().getTag("appender"));
    }

    private double dropped(String reason, String level) {
        return count("events.dropped", "reason", reason, "level", level);
    }

    private double count(String name, String... tags) {
        return registry.get("tuned.logging." + name)
                .tags(tags)
                .functionCounter()
                .count();
    }

    private double gauge(String name, String appender) {
        return registry.get("tuned.logging." + name)
                .tags("appender", appender)
                .gauge()
                .value();
    }
}
