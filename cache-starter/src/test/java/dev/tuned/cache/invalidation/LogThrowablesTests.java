/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What is thrown between two steps of the log ends neither its reading nor its writing. */
class LogThrowablesTests {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(5);
    private static final LogSettings SETTINGS =
            LogSettings.of(POLL, Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10));

    private final VirtualTime time = new VirtualTime();
    private final SimulatedServer server = new SimulatedServer(time, 1);

    /** Throws once for each of its flags. */
    private final class Failing extends ProcessTimer {

        private boolean failsToSchedule;
        private boolean failsToExecute;

        Failing() {
            super(time);
        }

        @Override
        public void schedule(Runnable task, Duration delay) {
            if (failsToSchedule) {
                failsToSchedule = false;
                throw new OutOfMemoryError("no thread");
            }
            super.schedule(task, delay);
        }

        @Override
        public void execute(Runnable task) {
            if (failsToExecute) {
                failsToExecute = false;
                throw new OutOfMemoryError("no thread");
            }
            super.execute(task);
        }
    }

    private final Failing timer = new Failing();
    private final SimulatedNode other = new SimulatedNode(time, server, SETTINGS);

    @Test
    void changeAfterOneThatCouldNotBeScheduledTakesBothAlong() {
        SimulatedNode node = new SimulatedNode(server, SETTINGS, timer);
        time.pass(LONG);
        other.l1.put("1", 1L);
        other.l1.put("2", 1L);
        timer.failsToSchedule = true;
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> node.changed("1"));
        node.changed("2");
        time.pass(LONG);
        assertThat(other.l1).isEmpty();
    }

    @Test
    void entryAfterOneThatCouldNotBeReportedBeginsTheReading() {
        SimulatedNode node = new SimulatedNode(server, SETTINGS, timer);
        node.holding = false;
        time.pass(LONG);
        timer.failsToExecute = true;
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> node.hold("1", 1));
        node.hold("1", 1);
        other.changed("1");
        time.pass(LONG);
        assertThat(node.l1).isEmpty();
    }

    @Test
    void batchWhoseSendingThrowsIsSentLater() {
        SimulatedNode node = new SimulatedNode(server, SETTINGS, timer);
        time.pass(LONG);
        other.l1.put("1", 1L);
        node.client.insteadOfNextCount = () -> {
            throw new OutOfMemoryError("no memory");
        };
        node.changed("1");
        time.pass(LONG);
        assertThat(other.l1).isEmpty();
    }

    @Test
    void pollAfterOneThatThrewReadsOn() {
        SimulatedNode node = new SimulatedNode(time, server, SETTINGS) {
            private boolean failed;

            @Override
            public void invalidated(Invalidation invalidation) {
                if (!failed) {
                    failed = true;
                    throw new IllegalStateException("a listener");
                }
                super.invalidated(invalidation);
            }

            @Override
            public boolean isHolding() {
                if (failed && l1.containsKey("throws")) {
                    l1.remove("throws");
                    throw new OutOfMemoryError("no memory");
                }
                return super.isHolding();
            }
        };
        time.pass(LONG);
        node.l1.put("1", 1L);
        node.l1.put("2", 1L);
        node.l1.put("throws", 1L);
        other.changed("1");
        time.pass(LONG);
        other.changed("2");
        time.pass(LONG);
        assertThat(node.l1).doesNotContainKeys("2", "throws");
    }

    /** C13: 262, 581, 915 batches in 8 s. */
    @Test
    void processThatOnlyEvictsKeepsNothing() {
        other.holding = false;
        SimulatedNode second = new SimulatedNode(time, server, SETTINGS);
        second.holding = false;
        time.pass(LONG);
        for (int i = 0; i < 2_000; i++) {
            other.changed("" + i);
            if (i % 3 == 0) {
                second.changed("" + i);
            }
            if (i % 7 == 0) {
                other.changed(null);
            }
            time.pass(Duration.ofMillis(20));
            assertThat(other.log.remembered()).isLessThanOrEqualTo(LogPosition.MAX_OWN + 10);
            assertThat(second.log.remembered()).isLessThanOrEqualTo(LogPosition.MAX_OWN + 10);
        }
        assertThat(other.log.statistics().batchesSent()).isGreaterThan(1_000);
    }

    /** Of entries that come afterwards, changes are seen all the same. */
    @Test
    void processThatOnlyEvictedSeesWhatHappensToItsFirstEntry() {
        other.holding = false;
        SimulatedNode writer = new SimulatedNode(time, server, SETTINGS);
        writer.holding = false;
        time.pass(LONG);
        for (int i = 0; i < 500; i++) {
            other.changed("" + i);
            time.pass(Duration.ofMillis(20));
        }
        writer.changed("1");
        time.pass(POLL);
        // Loaded before that change, and put after it.
        other.hold("1", 1);
        time.pass(POLL.multipliedBy(2));
        assertThat(other.l1).isEmpty();
        assertThat(other.losses).isEmpty();
    }
}
