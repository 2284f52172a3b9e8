/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

class MemoryTests {

    private final NearCache cache = new NearCache("manager", "c", false, Duration.ofMinutes(1));
    private final Notifications channel = new Notifications(mock(InvalidationChannel.class));
    private final Memory memory = new Memory(10_000, Duration.ZERO, channel);

    @BeforeEach
    void connect() {
        channel.upToDate(System.nanoTime());
    }

    private static Key key(String key) {
        return new Key(key.getBytes(StandardCharsets.UTF_8));
    }

    private boolean keep(String key, int length) {
        return memory.keep(cache, key(key), new byte[length], null, memory.version(key(key)));
    }

    private boolean has(String key) {
        return memory.get(cache, key(key)) != null;
    }

    @Test
    void bytesAreBounded() {
        for (int i = 0; i < 1_000; i++) {
            keep("k" + i, i);
            assertThat(memory.bytes()).isBetween(0L, 10_000L);
        }
        assertThat(memory.evictions()).isPositive();
        assertThat(memory.size()).isPositive();
    }

    @Test
    void valueThatIsLargerThanAllIsNotKept() {
        keep("small", 10);

        assertThat(keep("large", 10_000)).isTrue();

        assertThat(has("large")).isFalse();
        assertThat(has("small")).isTrue();
    }

    @Test
    void whatIsReadStaysWhenThereIsNoRoom() {
        keep("read", 100);
        for (int i = 0; i < 500; i++) {
            keep("k" + i, 100);
            assertThat(has("read")).isTrue();
        }
        assertThat(has("k0")).isFalse();
    }

    @Test
    void anotherCachesEntryIsNotGiven() {
        keep("1", 1);

        assertThat(memory.get(new NearCache("manager", "other", false, Duration.ofMinutes(1)), key("1")))
                .isNull();
    }

    @Test
    void changeForgetsAndKeepsOutWhatWasReadBefore() {
        long before = memory.version(key("1"));
        keep("1", 1);
        memory.changed(key("1"));

        assertThat(has("1")).isFalse();
        assertThat(memory.keep(cache, key("1"), new byte[1], null, before)).isFalse();
        assertThat(has("1")).isFalse();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void patternForgetsWhatItMatches() {
        keep("a::1", 1);
        keep("b::1", 1);
        memory.changed(Key.pattern("a::*".getBytes(StandardCharsets.UTF_8)));

        assertThat(has("a::1")).isFalse();
        assertThat(has("b::1")).isTrue();

        memory.changed(Key.pattern("?::*".getBytes(StandardCharsets.UTF_8)));

        assertThat(has("b::1")).isFalse();
    }

    @Test
    void entryEndsWithItsTime() throws InterruptedException {
        memory.keep(cache, key("1"), new byte[1], Duration.ofMillis(20), memory.version(key("1")));
        Thread.sleep(30);

        assertThat(has("1")).isFalse();
    }

    @Test
    void withoutHeartbeatNothingIsGiven() {
        keep("1", 1);
        channel.upToDate(System.nanoTime() - Duration.ofSeconds(4).toNanos());

        assertThat(has("1")).isFalse();
    }

    @Test
    void smallerBoundAppliesAtOnce() {
        for (int i = 0; i < 30; i++) {
            keep("k" + i, 10);
        }
        memory.resize(1_000);

        assertThat(memory.bytes()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void putAgainCountsOnce() {
        keep("1", 10);
        long bytes = memory.bytes();
        keep("1", 10);

        assertThat(memory.bytes()).isEqualTo(bytes);
        assertThat(memory.size()).isEqualTo(1);
    }
}
