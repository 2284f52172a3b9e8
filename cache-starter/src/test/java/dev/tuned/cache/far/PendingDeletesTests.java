/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        Pending<String> mark = pending.add("a", key("a::1"), false, LATE);
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(pending.covers(key("a::2"))).isFalse();

        assertThat(pending.done(mark)).isTrue();
        assertThat(pending.covers(key("a::1"))).isFalse();
    }

    @Test
    void laterChangeIsNotConfirmedByAnEarlierOne() {
        Pending<String> first = pending.add("a", key("a::1"), false, LATE);
        Pending<String> second = pending.add("a", key("a::1"), true, LATE);

        assertThat(pending.isPending(first)).isFalse();
        assertThat(pending.isPending(second)).isTrue();
        assertThat(pending.done(first)).isFalse();
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(second.second()).as("a change is among them").isFalse();
        assertThat(pending.done(second)).isTrue();
    }

    @Test
    void patternTakesItsKeys() {
        pending.add("a", key("a::1"), false, LATE);
        pending.add("b", key("b::1"), false, LATE);
        Pending<String> mark = pending.add("a", pattern("a::*"), false, LATE);

        assertThat(pending.size()).isEqualTo(2);
        assertThat(pending.covers(key("a::2"))).isTrue();
        assertThat(pending.done(mark)).isTrue();
        assertThat(pending.covers(key("a::1"))).isFalse();
        assertThat(pending.covers(key("b::1"))).isTrue();
    }

    /** {@code a::1?} does not match {@code a::100}, and {@code a::1} is one key for Redis. */
    @ParameterizedTest
    @ValueSource(strings = {"a::1?", "a::1", "a::1?*"})
    void patternThatIsNoPrefixTakesNoKey(String pattern) {
        pending.add("a", key("a::100"), false, LATE);
        Pending<String> mark = pending.add("a", pattern(pattern), false, LATE);

        assertThat(pending.done(mark)).isTrue();
        assertThat(pending.covers(key("a::100"))).isTrue();
    }

    @Test
    void lateOnesAreFoundPatternsFirst() throws InterruptedException {
        pending.add("a", key("a::1"), false, LATE);
        pending.add("b", pattern("b::*"), false, LATE);
        assertThat(pending.late()).isEmpty();
        Thread.sleep(510);
        pending.add("a", key("a::2"), false, LATE);

        assertThat(pending.late().map(Pending::key)).containsExactly(pattern("b::*"), key("a::1"));
    }

    @Test
    void keysAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(pending.isFull()).isFalse();
            pending.add("a", key("a::" + i), false, LATE);
        }
        assertThat(pending.isFull()).isTrue();
        pending.add("a", key("a::more"), false, LATE);
        assertThat(pending.size()).isEqualTo(10_000);
    }

    @Test
    void recentWritesAreTakenOnceAndBounded() {
        for (int i = 0; i < 20_000; i++) {
            recent.end(key("a::" + i), "a", true);
        }
        assertThat(recent.take(key("a::0"), false)).isEmpty();
        assertThat(recent.take(key("a::19999"), false)).containsValue("a");
        assertThat(recent.take(key("a::19999"), false)).isEmpty();
        assertThat(recent.take(pattern("*"), false)).hasSize(7_999);
        assertThat(recent.take(pattern("*"), false)).isEmpty();
    }

    @Test
    void putIsRememberedForTwoSecondsAndLongerIfAChangeMayBeMissing() throws InterruptedException {
        recent.end(key("a::1"), "a", false);
        recent.end(key("a::2"), "a", true);
        recent.end(key("a::3"), "a", false);
        recent.end(key("a::4"), "a", true);
        Thread.sleep(2_100);

        assertThat(recent.take(key("a::1"), false)).isEmpty();
        assertThat(recent.take(key("a::2"), false)).containsValue("a");
        assertThat(recent.take(pattern("*"), true)).containsOnlyKeys(key("a::3"), key("a::4"));
    }
}
