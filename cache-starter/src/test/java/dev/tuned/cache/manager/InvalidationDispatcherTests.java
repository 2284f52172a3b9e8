/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
public class InvalidationDispatcherTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CacheAutoConfiguration.class,
                    NearCacheAutoConfiguration.class,
                    org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
            .withPropertyValues("tuned.cache.enabled=true");

    /** A channel as an application may have: here, to the test. */
    public static class RecordingChannel implements InvalidationChannel {

        final List<Invalidation> published = new ArrayList<>();
        public Optional<InvalidationListener> listener = Optional.empty();
        int closed;

        @Override
        public void start(InvalidationListener regions) {
            listener = Optional.of(regions);
        }

        @Override
        public void publish(Invalidation invalidation) {
            published.add(invalidation);
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private final RecordingChannel channel = new RecordingChannel();

    private ApplicationContextRunner custom() {
        return runner.withBean(InvalidationChannel.class, () -> channel);
    }

    @Test
    void changesGoThroughTheApplicationsChannel() {
        custom().run(context -> {
            Cache cache = context.getBean(TunedCacheManager.class).getCache("local");
            cache.put("1", "a");
            cache.evict(2);
            cache.put(new Object(), "b");
            cache.clear();
            assertThat(channel.published)
                    .containsExactly(
                            new Invalidation("local", "1"),
                            new Invalidation("local", "~i2"),
                            new Invalidation("local", null),
                            new Invalidation("local", null));
        });
        assertThat(channel.closed).isPositive();
    }

    @Test
    void changesOfOthersDropWhatTheyName() {
        custom().run(context -> {
            TunedCacheManager manager = context.getBean(TunedCacheManager.class);
            Cache cache = manager.getCache("local");
            InvalidationListener listener = channel.listener.orElseThrow();
            cache.put("1", "a");
            cache.put(1, "b");
            listener.invalidated(new Invalidation("local", "~i1"));
            assertThat(cache.get(1)).isNull();
            assertThat(cache.get("1")).isNotNull();

            listener.invalidated(new Invalidation("unknown", "1"));
            assertThat(manager.getCacheNames()).containsExactly("local");

            // A key that only the other process can have stands for all.
            listener.invalidated(new Invalidation("local", "~Eno.such.Enum.ONE"));
            assertThat(cache.get("1")).isNull();

            cache.put("1", "a");
            listener.invalidated(new Invalidation("local", null));
            assertThat(cache.get("1")).isNull();
            assertThat(channel.published).hasSize(3);
        });
    }

    @Test
    void lossDropsEverythingAndIsAWarningThatNamesTheReason(CapturedOutput output) {
        custom().run(context -> {
            TunedCacheManager manager = context.getBean(TunedCacheManager.class);
            manager.getCache("one").put("1", "a");
            manager.getCache("other").put("1", "a");
            channel.listener.orElseThrow().lost("gap");
            assertThat(manager.getCache("one").get("1")).isNull();
            assertThat(manager.getCache("other").get("1")).isNull();
            channel.listener.orElseThrow().lost("start");
        });
        assertThat(output).containsOnlyOnce("may have been missed (gap)").doesNotContain("(start)");
    }

    @Test
    void applicationsChannelIsUsedWithoutAPropertyToo() {
        runner.withBean(InvalidationChannel.class, () -> channel).run(context -> {
            context.getBean(TunedCacheManager.class).getCache("local").clear();
            assertThat(channel.published).hasSize(1);
        });
    }

    @Test
    void modeNoneTellsNobody() {
        runner.withBean(InvalidationChannel.class, () -> channel)
                .withPropertyValues("tuned.cache.invalidation.mode=none")
                .run(context -> {
                    TunedCacheManager manager = context.getBean(TunedCacheManager.class);
                    manager.getCache("local").clear();
                    assertThat(channel.published).isEmpty();
                    assertThat(channel.listener).isEmpty();
                    assertThat(manager.invalidationStatistics()).isNull();
                });
    }

    @Test
    void withoutL2TheLogIsSilentlyLeftOut() {
        runner.run(
                context -> assertThat(context.getBean(TunedCacheManager.class).invalidationStatistics())
                        .isNull());
    }
}
