/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.tuned.cache.far.PendingDeletes.Pending;
import dev.tuned.cache.notify.Key;

import static org.assertj.core.api.Assertions.assertThat;

class PendingDeletesTests {

    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(500);

    private final PendingDeletes<String> pending = new PendingDeletes<>();
    private final RecentWrites<String> recent = new RecentWrites<>();

    private static Key key(String key) {
        return new Key(key.getBytes(StandardCharsets.UTF_8));
    }

    private static Key pattern(String pattern) {
        return Key.pattern(pattern.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void keyIsCoveredUntilItIsConfirmed() {
        Pending<String> mark = pending.add("a", key("a::1"), false, 0, LATE);
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(pending.covers(key("a::2"))).isFalse();

        assertThat(pending.done(mark)).isTrue();
        assertThat(pending.covers(key("a::1"))).isFalse();
    }

    @Test
    void laterChangeIsNotConfirmedByAnEarlierOne() {
        Pending<String> first = pending.add("a", key("a::1"), false, 0, LATE);
        Pending<String> second = pending.add("a", key("a::1"), true, 0, LATE);

        assertThat(pending.done(first)).isFalse();
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(second.second()).as("a change is among them").isFalse();
        assertThat(pending.done(second)).isTrue();
    }

    @Test
    void comparedValueCanBeRead() {
        pending.add("a", key("a::1"), false, 7, LATE);
        assertThat(pending.covers(key("a::1"))).isFalse();

        assertThat(pending.add("a", key("a::1"), false, 0, LATE).unless()).isZero();
        assertThat(pending.add("a", key("a::1"), false, 7, LATE).unless())
                .as("a delete is among them")
                .isZero();
    }

    @Test
    void patternTakesItsKeys() {
        pending.add("a", key("a::1"), false, 0, LATE);
        pending.add("b", key("b::1"), false, 0, LATE);
        Pending<String> mark = pending.add("a", pattern("a::*"), false, 0, LATE);

        assertThat(pending.size()).isEqualTo(2);
        assertThat(pending.covers(key("a::2"))).isTrue();
        assertThat(pending.done(mark)).isTrue();
        assertThat(pending.covers(key("a::1"))).isFalse();
        assertThat(pending.covers(key("b::1"))).isTrue();
    }

    @Test
    void lateOnesAreFoundPatternsFirst() throws InterruptedException {
        pending.add("a", key("a::1"), false, 0, LATE);
        pending.add("b", pattern("b::*"), false, 0, LATE);
        assertThat(pending.late()).isEmpty();
        Thread.sleep(510);
        pending.add("a", key("a::2"), false, 0, LATE);

        assertThat(pending.late().map(Pending::key)).containsExactly(pattern("b::*"), key("a::1"));
    }

    @Test
    void keysAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(pending.isFull()).isFalse();
            pending.add("a", key("a::" + i), false, 0, LATE);
        }
        assertThat(pending.isFull()).isTrue();
        pending.forgetOne();
        assertThat(pending.size()).isEqualTo(9_999);
    }

    @Test
    void recentWritesAreTakenOnceAndBounded() {
        for (int i = 0; i < 20_000; i++) {
            recent.filled(key("a::" + i), "a");
        }
        assertThat(recent.take(key("a::0"))).isEmpty();
        assertThat(recent.take(key("a::19999"))).containsValue("a");
        assertThat(recent.take(key("a::19999"))).isEmpty();
        assertThat(recent.take(pattern("*"))).hasSize(7_999);
        assertThat(recent.take(pattern("*"))).isEmpty();
    }

    @Test
    void putIsRememberedForTwoSeconds() throws InterruptedException {
        recent.put(key("a::1"), "a");
        recent.filled(key("a::2"), "a");
        Thread.sleep(2_100);

        assertThat(recent.take(key("a::1"))).isEmpty();
        assertThat(recent.take(key("a::2"))).containsValue("a");
    }
}
