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

    private static final ILoggingEvent EVENT = new LoggingEvent();

    @Test
    void holdsAsManyAsItsCapacityAlsoIfThatIsNoPowerOfTwo() {
        EventRing ring = new EventRing(5, 1024);
        for (int i = 0; i < 5; i++) {
            assertThat(ring.isFull()).isFalse();
            assertThat(ring.offer(EVENT, true)).isEqualTo(i);
        }
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.offer(EVENT, true)).isEqualTo(EventRing.FULL);
    }

    /** The slot of the next number still holds an event of the round before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void countsRightWhenFullToItsLastSlot(int capacity) {
        EventRing ring = new EventRing(capacity, 1024);
        for (int i = 0; i < capacity; i++) {
            ring.offer(EVENT, true);
        }
        assertThat(ring.claimed()).isEqualTo(capacity);
        assertThat(ring.offer(EVENT, true)).isEqualTo(EventRing.FULL);
        assertThat(ring.claimed()).isEqualTo(capacity);
    }

    @Test
    void hasRoomAgainOnlyWhenReleasedAndNotWhenTaken() {
        EventRing ring = new EventRing(1, 1024);
        ring.offer(EVENT, true);
        assertThat(ring.take()).isSameAs(EVENT);
        assertThat(ring.offer(EVENT, true)).isEqualTo(EventRing.FULL);
        ring.release();
        assertThat(ring.offer(EVENT, true)).isEqualTo(1);
        assertThat(ring.take()).isSameAs(EVENT);
    }

    @Test
    void givesNothingForANumberThatNoEventHas() {
        EventRing ring = new EventRing(4, 1024);
        assertThat(ring.take()).isNull();
        ring.offer(EVENT, true);
        assertThat(ring.take()).isSameAs(EVENT);
        assertThat(ring.take()).isNull();
    }

    /** The slot of the next number holds the event of the round before until that is released. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void givesNoEventTwice(int capacity) {
        EventRing ring = new EventRing(capacity, 1024);
        for (int i = 0; i < capacity; i++) {
            ring.offer(EVENT, true);
            assertThat(ring.take()).isSameAs(EVENT);
        }
        assertThat(ring.take()).isNull();
        ring.release();
        assertThat(ring.take()).isNull();
        ring.offer(EVENT, true);
        assertThat(ring.take()).isSameAs(EVENT);
    }

    @Test
    void keepsTheLastTenthForWhatIsImportant() {
        EventRing ring = new EventRing(20, 1024);
        for (int i = 0; i < 18; i++) {
            assertThat(ring.offer(EVENT, false)).isEqualTo(i);
        }
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.offer(EVENT, false)).isEqualTo(EventRing.FULL);
        assertThat(ring.offer(EVENT, true)).isEqualTo(18);
        assertThat(ring.offer(EVENT, true)).isEqualTo(19);
        assertThat(ring.offer(EVENT, true)).isEqualTo(EventRing.FULL);
    }

    @Test
    void takesLessForATimeButForImportantEvents() {
        EventRing ring = new EventRing(20, 1024);
        ring.bound(2);
        assertThat(ring.offer(EVENT, false)).isZero();
        assertThat(ring.offer(EVENT, false)).isEqualTo(1);
        assertThat(ring.offer(EVENT, false)).isEqualTo(EventRing.FULL);
        assertThat(ring.isFull()).isTrue();
        assertThat(ring.offer(EVENT, true)).isEqualTo(2);
        ring.bound(100);
        assertThat(ring.isHalfFull()).isFalse();
        assertThat(ring.offer(EVENT, false)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 100})
    void keepsAQuarterForThoseWhoWait(int capacity) {
        EventRing ring = new EventRing(capacity, 1024);
        int taken = 0;
        while (ring.hasRoomToSpare()) {
            ring.offer(EVENT, true);
            taken++;
        }
        assertThat(taken).isEqualTo(capacity * 3 / 4);
    }

    @Test
    void fewOfThoseWhoWaitAreLetInAtATime() {
        EventRing ring = new EventRing(1000, 1024);
        WaiterQueue waiters = new WaiterQueue();
        for (int i = 0; i < 40; i++) {
            waiters.join(eventOfInfo(), 0);
        }
        waiters.admit(ring);
        assertThat(ring.claimed()).isEqualTo(32);
        assertThat(waiters.isEmpty()).isFalse();
        waiters.admitAll(ring);
        assertThat(ring.claimed()).isEqualTo(40);
        assertThat(waiters.isEmpty()).isTrue();
    }

    /** The writer was thrown out while it let one in, before or after that was in the ring, or even taken. */
    @ParameterizedTest
    @ValueSource(strings = {"before", "in the ring", "taken"})
    void oneWhoWasBeingLetInIsLetInOnce(String step) {
        EventRing ring = new EventRing(10, 1024);
        WaiterQueue waiters = new WaiterQueue();
        Waiter waiter = waiters.join(eventOfInfo(), 0);
        assertThat(waiter.take()).isTrue();
        if (!step.equals("before")) {
            ring.offer(waiter, true);
        }
        if (step.equals("taken")) {
            ring.take();
        }
        waiters.admitAll(ring);
        assertThat(waiter.await(() -> true)).isTrue();
        assertThat(waiter.number).isZero();
        assertThat(waiters.isEmpty()).isTrue();
        assertThat(ring.claimed()).isEqualTo(1);
    }

    private static LoggingEvent eventOfInfo() {
        LoggingEvent event = new LoggingEvent();
        event.setLevel(Level.INFO);
        return event;
    }

    @Test
    void isBoundedByBytesAndAlwaysTakesOne() {
        EventRing ring = new EventRing(20, 1024);
        assertThat(ring.offer(ofBytes(2000), false)).isZero();
        assertThat(ring.offer(ofBytes(10), true)).isEqualTo(EventRing.FULL);
        assertThat(ring.offer(EVENT, true)).isEqualTo(1);
        ring.take();
        assertThat(ring.offer(ofBytes(1000), false)).isEqualTo(2);
        assertThat(ring.offer(ofBytes(25), false)).isEqualTo(EventRing.FULL);
        assertThat(ring.offer(ofBytes(24), false)).isEqualTo(3);
        for (int i = 1; i < 4; i++) {
            ring.take();
        }
        assertThat(ring.offer(ofBytes(2000), false)).isEqualTo(4);
    }

    private static QueuedEvent ofBytes(int weight) {
        return new QueuedEvent(EVENT, weight);
    }

    @Test
    void closesWhenEmptyAndLetsNothingInAfterwards() {
        EventRing ring = new EventRing(4, 1024);
        ring.offer(EVENT, true);
        assertThat(ring.close()).isFalse();
        ring.take();
        ring.release();
        assertThat(ring.close()).isTrue();
        assertThat(ring.close()).isTrue();
        assertThat(ring.offer(EVENT, true)).isEqualTo(EventRing.CLOSED);
        assertThat(ring.claimed()).isEqualTo(1);
        assertThat(ring.take()).isNull();
        assertThat(ring.isEmpty()).isTrue();
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
                    put(ring, numbered((long) producer * each + i), i % 3 == 0 ? 100 : 0);
                }
            }));
        }
        threads.forEach(Thread::start);
        long[] last = new long[producers];
        for (long next = 0; next < (long) producers * each; next++) {
            ILoggingEvent event = ring.take();
            while (event == null) {
                Thread.yield();
                event = ring.take();
            }
            int producer = (int) (event.getTimeStamp() / each);
            assertThat(event.getTimeStamp() % each).isEqualTo(last[producer]++);
            assertThat(ring.claimed() - ring.released()).isBetween(1L, (long) capacity);
            if (ring.isFull() || ThreadLocalRandom.current().nextInt(4) == 0) {
                ring.release();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(last).containsOnly(each);
        ring.release();
        assertThat(ring.offer(ofBytes(1024), true))
                .as("all bytes were given back")
                .isNotNegative();
    }

    private static void put(EventRing ring, LoggingEvent event, int weight) {
        if (ThreadLocalRandom.current().nextInt(64) == 0) {
            Thread.yield();
        }
        QueuedEvent large = new QueuedEvent(event, weight);
        while ((weight == 0 ? ring.offer(event, true) : ring.offer(large, true)) == EventRing.FULL) {
            Thread.yield();
        }
    }

    private static LoggingEvent numbered(long number) {
        LoggingEvent event = new LoggingEvent();
        event.setTimeStamp(number);
        return event;
    }
}
