/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A pool of 10, opened while 30 requests are there; times are those of the test. */
class GainTests {

    private static final int THREADS = 10;

    private static final int REQUESTS = 30;

    private static final long MILLI = 1_000_000;

    private final Gain<Integer> gain = new Gain<>(THREADS, 0);

    private final Set<Integer> running = new HashSet<>();

    private long ofPool;

    private long all;

    @Test
    void oneThingThatServesAllInTurnBringsNone() {
        ArrayDeque<Integer> waiting = new ArrayDeque<>();
        for (int request = THREADS; request < REQUESTS; request++) {
            waiting.add(request);
            this.running.add(request);
        }
        long none = 0;
        for (int turn = 1; turn <= 60 && none == 0; turn++) {
            // 50 ms for each.
            if (turn <= THREADS) {
                this.ofPool++;
            } else {
                this.running.remove(waiting.remove());
            }
            this.all++;
            waiting.add(REQUESTS + turn);
            this.running.add(REQUESTS + turn);
            none = look(turn * 50) ? turn : 0;
        }
        assertThat(none).as("turns, twice those of the pool").isBetween(18L, 20L);
    }

    @Test
    void requestsThatWaitForThemselvesBringSome() {
        start(0);
        for (int round = 1; round <= 20; round++) {
            this.ofPool = THREADS;
            this.all += REQUESTS;
            start(round * REQUESTS);
            assertThat(look(round * 1_000)).isFalse();
        }
    }

    @Test
    void systemThatStallsIsNoReason() {
        start(0);
        this.ofPool = THREADS;
        this.all = THREADS;
        assertThat(look(100)).isFalse();
        for (int i = 0; i < 100; i++) {
            // Others are served meanwhile, at the rate of before.
            this.all += THREADS;
            assertThat(look(200 + i * 100)).isFalse();
        }
    }

    @Test
    void fewerRequestsAreNoReason() {
        start(0);
        this.ofPool = THREADS;
        this.all = THREADS;
        assertThat(look(100)).isFalse();
        this.running.clear();
        this.all += THREADS;
        assertThat(look(200)).isFalse();
    }

    private void start(int first) {
        this.running.clear();
        for (int request = 0; request < REQUESTS; request++) {
            this.running.add(first + request);
        }
    }

    private boolean look(long millis) {
        return this.gain.isNone(millis * MILLI, this.ofPool, this.all, this.running);
    }
}
