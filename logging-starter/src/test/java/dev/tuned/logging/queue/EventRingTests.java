/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class EventRingTests {

    @Test
    void holdsAsManyAsItsCapacityAlsoIfThatIsNoPowerOfTwo() {
        EventRing ring = new EventRing(5, 1024);
        for (int i = 0; i < 5; i++) {
            assertThat(ring.isFull()).isFalse();
            assertThat(ring.tryClaim(true, 0)).isEqualTo(i);
        }
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.tryClaim(true, 0)).isEqualTo(EventRing.FULL);
    }

    @Test
    void hasRoomAgainOnlyWhenReleasedAndNotWhenPolled() {
        EventRing ring = new EventRing(1, 1024);
        ring.publish(ring.tryClaim(true, 0), new LoggingEvent(), 0);
        assertThat(ring.poll(0)).isNotNull();
        assertThat(ring.tryClaim(true, 0)).isEqualTo(EventRing.FULL);
        ring.release(1);
        assertThat(ring.tryClaim(true, 0)).isEqualTo(1);
    }

    @Test
    void givesNothingForANumberThatIsClaimedAndNotYetPublished() {
        EventRing ring = new EventRing(4, 1024);
        long first = ring.tryClaim(true, 0);
        long second = ring.tryClaim(true, 0);
        LoggingEvent event = new LoggingEvent();
        ring.publish(second, event, 0);
        assertThat(ring.poll(first)).isNull();
        assertThat(ring.poll(second)).isSameAs(event);
    }

    @Test
    void keepsTheLastTenthForWhatIsImportant() {
        EventRing ring = new EventRing(20, 1024);
        for (int i = 0; i < 18; i++) {
            assertThat(ring.tryClaim(false, 0)).isEqualTo(i);
        }
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.tryClaim(false, 0)).isEqualTo(EventRing.FULL);
        assertThat(ring.tryClaim(true, 0)).isEqualTo(18);
        assertThat(ring.tryClaim(true, 0)).isEqualTo(19);
        assertThat(ring.tryClaim(true, 0)).isEqualTo(EventRing.FULL);
    }

    @Test
    void takesLessForATimeButForImportantEvents() {
        EventRing ring = new EventRing(20, 1024);
        ring.bound(2);
        assertThat(ring.tryClaim(false, 0)).isZero();
        assertThat(ring.tryClaim(false, 0)).isEqualTo(1);
        assertThat(ring.tryClaim(false, 0)).isEqualTo(EventRing.FULL);
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.tryClaim(true, 0)).isEqualTo(2);
        ring.bound(100);
        assertThat(ring.isHalfFull()).isFalse();
        assertThat(ring.tryClaim(false, 0)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 100})
    void keepsAQuarterForThoseWhoWait(int capacity) {
        EventRing ring = new EventRing(capacity, 1024);
        int taken = 0;
        while (ring.hasRoomToSpare()) {
            ring.tryClaim(true, 0);
            taken++;
        }
        assertThat(taken).isEqualTo(capacity * 3 / 4);
    }

    @Test
    void fewOfThoseWhoWaitAreLetInAtATime() {
        EventRing ring = new EventRing(1000, 1024);
        WaiterQueue line = new WaiterQueue();
        for (int i = 0; i < 40; i++) {
            line.join(eventOfInfo(), 0);
        }
        line.admit(ring);
        assertThat(ring.claimed()).isEqualTo(32);
        assertThat(line.isEmpty()).isFalse();
        line.admitAll(ring);
        assertThat(ring.claimed()).isEqualTo(40);
        assertThat(line.isEmpty()).isTrue();
    }

    private static LoggingEvent eventOfInfo() {
        LoggingEvent event = new LoggingEvent();
        event.setLevel(Level.INFO);
        return event;
    }

    @Test
    void isBoundedByBytesAndAlwaysTakesOne() {
        EventRing ring = new EventRing(20, 1024);
        long tooLarge = ring.tryClaim(false, 2000);
        assertThat(tooLarge).isZero();
        ring.publish(tooLarge, new LoggingEvent(), 2000);
        assertThat(ring.tryClaim(true, 10)).isEqualTo(EventRing.FULL);
        assertThat(ring.tryClaim(true, 0)).isEqualTo(1);
        ring.poll(tooLarge);
        assertThat(ring.tryClaim(false, 1000)).isEqualTo(2);
        assertThat(ring.tryClaim(false, 25)).isEqualTo(EventRing.FULL);
        assertThat(ring.tryClaim(false, 24)).isEqualTo(3);
    }

    @Test
    void onceClosedLetsNothingInAndKeepsItsCount() {
        EventRing ring = new EventRing(4, 1024);
        ring.tryClaim(true, 0);
        ring.close();
        assertThat(ring.tryClaim(true, 0)).isEqualTo(EventRing.FULL);
        assertThat(ring.claimed()).isEqualTo(1);
        ring.release(1);
        assertThat(ring.isFull()).isFalse();
    }

    /** Producers and the consumer pause at random places; a capacity of 1 and an odd one make them wait for one another. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64})
    void underContentionEveryEventComesOutOnceAndInTheOrderOfItsThread(int capacity) throws Exception {
        assertOrder(capacity, 4_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64})
    @Tag("nightly")
    void underContentionManyEventsComeOutOnceAndInTheOrderOfTheirThread(int capacity) throws Exception {
        assertOrder(capacity, 40_000);
    }

    private static void assertOrder(int capacity, int each) throws Exception {
        int producers = 4;
        EventRing ring = new EventRing(capacity, 1024);
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int producer = p;
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    ring.publish(claim(ring), numbered((long) producer * each + i), 0);
                }
            }));
        }
        threads.forEach(Thread::start);
        long[] last = new long[producers];
        for (long next = 0; next < (long) producers * each; next++) {
            ILoggingEvent event = ring.poll(next);
            while (event == null) {
                Thread.yield();
                event = ring.poll(next);
            }
            int producer = (int) (event.getTimeStamp() / each);
            assertThat(event.getTimeStamp() % each).isEqualTo(last[producer]++);
            assertThat(ring.claimed() - ring.released()).isBetween(1L, (long) capacity);
            if (ring.isFull() || ThreadLocalRandom.current().nextInt(4) == 0) {
                ring.release(next + 1);
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(last).containsOnly(each);
    }

    private static long claim(EventRing ring) {
        long number = ring.tryClaim(true, 0);
        while (number == EventRing.FULL) {
            Thread.yield();
            number = ring.tryClaim(true, 0);
        }
        if (ThreadLocalRandom.current().nextInt(64) == 0) {
            Thread.yield();
        }
        return number;
    }

    private static LoggingEvent numbered(long number) {
        LoggingEvent event = new LoggingEvent();
        event.setTimeStamp(number);
        return event;
    }
}
