/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.AsyncListener;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.core.AsyncContextImpl;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How many permits are checked, by contexts that count the calls. */
class AsyncPermitsTests {

    private final AsyncPermits permits = new AsyncPermits();

    private final RequestLimiter limiter = new RequestLimiter("other", new FixedLimit(10_000), Duration.ZERO);

    private int looks;

    @Test
    void aRequestLooksAtTwoHoweverManyThereAre() {
        keep(1_000);
        looks = 0;
        permits.returnSomeLost();
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void everyOneIsLookedAtInTurn() {
        List<CountedContext> contexts = keep(100);
        contexts.get(57).over = true;
        for (int n = 0; n < 50; n++) {
            permits.returnSomeLost();
        }
        assertThat(limiter.active()).isEqualTo(99);
    }

    @Test
    void thoseThatAreBackDoNotGather() {
        for (int n = 0; n < 1_000; n++) {
            assertThat(limiter.enter(System.nanoTime(), null)).isTrue();
            permits.keep(limiter, new CountedContext()).giveBack();
        }
        looks = 0;
        permits.returnAllLost();
        assertThat(looks).isLessThan(3);
        assertThat(limiter.active()).isZero();
    }

    @Test
    void permitIsBackWhereItCannotBeKept() {
        for (int n = 0; n < 2; n++) {
            assertThat(limiter.enter(System.nanoTime(), null)).isTrue();
            AsyncContextImpl noMemory = new CountedContext() {
                @Override
                public void addListener(AsyncListener listener) {
                    throw new OutOfMemoryError("test");
                }
            };
            assertThatThrownBy(() -> permits.keep(limiter, noMemory)).isInstanceOf(OutOfMemoryError.class);
            permits.returnAllLost();
            assertThat(limiter.active()).isZero();
        }
    }

    private List<CountedContext> keep(int count) {
        List<CountedContext> contexts = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            assertThat(limiter.enter(System.nanoTime(), null)).isTrue();
            contexts.add(new CountedContext());
            permits.keep(limiter, contexts.get(n));
        }
        return contexts;
    }

    private class CountedContext extends AsyncContextImpl {

        private boolean over;

        CountedContext() {
            super(new Request(new Connector(), new org.apache.coyote.Request()));
        }

        @Override
        public boolean isAvailable() {
            AsyncPermitsTests.this.looks++;
            return !over;
        }
    }
}
