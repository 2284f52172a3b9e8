/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.tuned.cache.far.PendingDeletes.Pending;
import dev.tuned.cache.notify.Key;

import static org.assertj.core.api.Assertions.assertThat;

class PendingDeletesTests {

    private final PendingDeletes<String> pending = new PendingDeletes<>();
    private final RecentWrites<String> recent = new RecentWrites<>();

    private static Key key(String key) {
        return new Key(key.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void keyIsCoveredUntilItIsConfirmed() {
        Pending<String> mark = pending.add(key("a::1"), "a", false, 0);
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(pending.covers(key("a::2"))).isFalse();

        assertThat(pending.done(key("a::1"), mark)).isTrue();
        assertThat(pending.covers(key("a::1"))).isFalse();
    }

    @Test
    void laterChangeIsNotConfirmedByAnEarlierOne() {
        Pending<String> first = pending.add(key("a::1"), "a", false, 0);
        Pending<String> second = pending.add(key("a::1"), "a", true, 0);

        assertThat(pending.done(key("a::1"), first)).isFalse();
        assertThat(pending.covers(key("a::1"))).isTrue();
        assertThat(second.second()).as("a change is among them").isFalse();
        assertThat(pending.done(key("a::1"), second)).isTrue();
    }

    @Test
    void comparedValueCanBeRead() {
        pending.add(key("a::1"), "a", false, 7);
        assertThat(pending.covers(key("a::1"))).isFalse();

        assertThat(pending.add(key("a::1"), "a", false, 0).unless()).isZero();
        assertThat(pending.add(key("a::1"), "a", false, 7).unless())
                .as("a delete is among them")
                .isZero();
    }

    @Test
    void patternTakesItsKeys() {
        pending.add(key("a::1"), "a", false, 0);
        pending.add(key("b::1"), "b", false, 0);
        Pending<String> mark = pending.addPattern(key("a::*"), "a");

        assertThat(pending.size()).isEqualTo(2);
        assertThat(pending.covers(key("a::2"))).isTrue();
        pending.patternDone(key("a::*"), mark);
        assertThat(pending.covers(key("a::1"))).isFalse();
        assertThat(pending.covers(key("b::1"))).isTrue();
    }

    @Test
    void keysAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(pending.isFull()).isFalse();
            pending.add(key("a::" + i), "a", false, 0);
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
        assertThat(recent.take(key("a::0"))).isNull();
        assertThat(recent.take(key("a::19999"))).isEqualTo("a");
        assertThat(recent.take(key("a::19999"))).isNull();
        assertThat(recent.takeAll(key -> true)).hasSize(7_999);
        assertThat(recent.takeAll(key -> true)).isEmpty();
    }

    @Test
    void putIsRememberedForTwoSeconds() throws InterruptedException {
        recent.put(key("a::1"), "a");
        recent.filled(key("a::2"), "a");
        Thread.sleep(2_100);

        assertThat(recent.take(key("a::1"))).isNull();
        assertThat(recent.take(key("a::2"))).isEqualTo("a");
    }
}
