/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.threads.autoconfigure.PinningProperties.Enabled;
import dev.tuned.threads.pinning.PinnedReason;
import dev.tuned.threads.pinning.PinningMonitor;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsPinningAutoConfigurationTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ThreadsAutoConfiguration.class,
                    ThreadsPinningAutoConfiguration.class,
                    ThreadsMetricsAutoConfiguration.class));

    @Test
    void onByDefault() {
        this.runner.run(context -> assertThat(context)
                .hasSingleBean(PinningMonitor.class)
                .hasSingleBean(PinningWatch.class)
                .hasSingleBean(PinnedTimers.class));
    }

    @Test
    void offBySwitch() {
        this.runner
                .withPropertyValues("tuned.threads.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(PinningMonitor.class)
                        .doesNotHaveBean(PinnedTimers.class));
    }

    @Test
    void monitorOfTheUserWins() {
        this.runner
                .withUserConfiguration(OwnMonitor.class)
                .run(context ->
                        assertThat(context).hasSingleBean(PinningMonitor.class).hasBean("own"));
    }

    @Test
    void withoutJfrItSaysThatNothingIsWatched() {
        this.runner
                .withClassLoader(new FilteredClassLoader(RecordingStream.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(UnwatchedPinning.class)
                        .doesNotHaveBean("pinningMonitor"));
        PinningDecision decision = PinningDecision.of(Enabled.AUTO, Plans.plan(25));
        assertThat(new UnwatchedPinning(decision).inForce())
                .isEqualTo("pinning not watched (no JFR in this Java runtime)");
    }

    @Test
    void withoutMicrometerTheMonitorStays() {
        this.runner
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class.getPackageName()))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(PinningMonitor.class)
                        .doesNotHaveBean("pinnedTimers"));
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 25, auto, true, auto: a target is on virtual threads",
        "AUTO, 25, platform, false, auto: no target is on virtual threads",
        "AUTO, 21, virtual, true, auto: a target is on virtual threads",
        "AUTO, 17, virtual, false, Java 17 has no virtual threads",
        "TRUE, 17, auto, false, Java 17 has no virtual threads",
        "TRUE, 25, platform, true, tuned.threads.pinning.enabled=true",
        "FALSE, 25, auto, false, tuned.threads.pinning.enabled=false"
    })
    void isWatchedWhereVirtualThreadsAre(Enabled enabled, int java, String mode, boolean watch, String why) {
        assertThat(PinningDecision.of(enabled, Plans.plan(java, "tuned.threads.mode=" + mode)))
                .isEqualTo(new PinningDecision(watch, why));
    }

    @Test
    void askedForInVainIsAWarning() {
        PinningProperties properties =
                Plans.bind("tuned.threads.pinning.enabled=true").pinning();
        PinningDecision decision = PinningDecision.of(properties.enabled(), Plans.plan(17));
        this.runner.run(context -> {
            PinningMonitor monitor = context.getBean(PinningMonitor.class);
            assertThat(new PinningWatch(decision, properties, monitor, context).warnings())
                    .containsExactly("tuned.threads.pinning.enabled=true: not watched, Java 17 has no virtual threads");
        });
    }

    @Test
    void thereIsATimerForEachReasonFromTheBeginning() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        PinnedTimers timers = new PinnedTimers();
        timers.bindTo(registry);
        timers.pinned(PinnedReason.NATIVE, Duration.ofMillis(30));
        assertThat(registry.get("tuned.threads.pinned").timers())
                .extracting(timer -> timer.getId().getTag("reason") + " " + timer.count())
                .containsExactlyInAnyOrder("native 1", "class-initializer 0", "monitor 0", "other 0");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnMonitor {

        @Bean
        PinningMonitor own() {
            return new PinningMonitor(Duration.ofSeconds(1), null, 1, List.of(), (reason, duration) -> {});
        }
    }
}
