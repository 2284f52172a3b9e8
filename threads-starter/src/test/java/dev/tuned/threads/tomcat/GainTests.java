/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A pool of 200 that is opened while 600 requests are there; times are those of the test. */
class GainTests {

    private static final int THREADS = 200;

    private static final int REQUESTS = 600;

    private static final long MILLI = 1_000_000;

    private final Gain gain = new Gain(THREADS, new Gain.Answered(0, 0, 0));

    private long time;

    private int requests;

    private long millis;

    private double waiting = REQUESTS;

    @Test
    void oneThingThatServesAllInTurnBringsNone() {
        long none = 0;
        while (time < 4_000 && none == 0) {
            // 200 a second: a moved request waits for the pool's 200 at first, and later for other moved ones.
            long duration = Math.min(3_000, Math.max(1_000, time));
            none = look(50, 10, duration, REQUESTS) ? time : 0;
        }
        assertThat(none).isBetween(1_000L, 2_000L);
    }

    @Test
    void burstForOneThingThatServesAllInTurnBringsNone() {
        long none = 0;
        while (time < 4_000 && none == 0) {
            none = look(50, 10, Math.min(3_000, time), REQUESTS) ? time : 0;
        }
        assertThat(none).isBetween(500L, 2_000L);
    }

    @Test
    void requestsThatWaitForThemselvesBringSome() {
        while (time < 20_000) {
            assertThat(look(50, (time < 1_000) ? 10 : 30, 1_000, REQUESTS)).isFalse();
        }
    }

    @Test
    void systemThatStallsIsNoReason() {
        while (time < 1_000) {
            assertThat(look(50, 10, 1_000, REQUESTS)).isFalse();
        }
        while (time < 6_000) {
            assertThat(look(50, 0, 0, REQUESTS)).isFalse();
        }
        look(50, REQUESTS, 5_000, REQUESTS);
        while (time < 20_000) {
            assertThat(look(50, 30, 1_000, REQUESTS)).isFalse();
        }
    }

    /** Requests in service wait for long; others are answered meanwhile, as many as before, but more slowly. */
    @Test
    void otherRequestsThanThoseInServiceAreNoReason() {
        while (time < 1_000) {
            assertThat(look(50, 10, 10, REQUESTS)).isFalse();
        }
        while (time < 20_000) {
            assertThat(look(50, 10, 20, REQUESTS)).isFalse();
        }
    }

    @Test
    void durationsAsBeforeAreNoReason() {
        while (time < 20_000) {
            assertThat(look(50, 10, 1_000, 250)).isFalse();
        }
    }

    /** A service that has just started computes until its code is compiled. */
    @Test
    void requestsThatWaitForProcessorsAreNoReason() {
        waiting = 0.25 * REQUESTS;
        while (time < 4_000) {
            long duration = Math.min(3_000, Math.max(1_000, time));
            assertThat(look(50, 10, duration, REQUESTS)).isFalse();
        }
    }

    /** Looks after a time in milliseconds in which a number of requests were answered, each after a duration. */
    private boolean look(long passed, int answered, long duration, int served) {
        time += passed;
        requests += answered;
        millis += answered * duration;
        return gain.showsNoGain(new Gain.Answered(time * MILLI, requests, millis), served, waiting);
    }
}
