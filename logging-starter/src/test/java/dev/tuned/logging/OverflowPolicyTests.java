/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.DropReason;
import dev.tuned.logging.queue.Waiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With a queue of four, and an appender that holds the writer while it is filled. */
class OverflowPolicyTests {

    private static final int CAPACITY = 4;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final HeldAppender child = HeldAppender.in(context);
    private final TunedAsyncAppender appender = new TunedAsyncAppender();
    private final Logger logger = context.getLogger("a");

    @AfterEach
    void stop() {
        child.letGo();
        context.close();
    }

    @Test
    void blockWaitsAndLosesNothing() throws Exception {
        fill("block");
        Thread caller = start(() -> IntStream.range(0, 10).forEach(i -> logger.info("waits {}", i)));
        awaitParked(caller);
        assertThat(appender.statistics().queued()).isEqualTo(CAPACITY);
        child.letGo();
        caller.join();
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages()).hasSize(CAPACITY + 10).endsWith("waits 8", "waits 9");
        assertThat(appender.statistics().dropped()).isZero();
        assertThat(appender.statistics().blocked()).isPositive();
        assertThat(appender.statistics().maxBlockedNanos())
                .isBetween(1L, appender.statistics().blockedNanos());
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorLosesTheEventNorGetsLost() throws Exception {
        fill("block-forever");
        boolean[] stillInterrupted = new boolean[1];
        Thread caller = start(() -> {
            logger.info("interrupted");
            stillInterrupted[0] = Thread.currentThread().isInterrupted();
        });
        awaitParked(caller);
        caller.interrupt();
        awaitParked(caller);
        child.letGo();
        caller.join();
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages()).endsWith("interrupted");
        assertThat(stillInterrupted).containsExactly(true);
    }

    @Test
    void whoWaitsIsServedInTheOrderOfComing() throws Exception {
        fill("block-forever");
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            callers.add(start(() -> logger.info("{}", number)));
            awaitParked(callers.get(i));
        }
        child.letGo();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages().subList(CAPACITY, CAPACITY + 20))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(Integer::toString).toList());
    }

    @Test
    void blockStopsToWaitForAWriterThatMakesNoProgressAndRecovers() throws Exception {
        fill("block");
        logger.info("dropped after the time-out");
        assertThat(appender.statistics().failing()).isTrue();
        long blocked = appender.statistics().blocked();
        IntStream.range(0, 100).forEach(i -> logger.error("dropped at once"));
        assertThat(appender.statistics().blocked()).isEqualTo(blocked);
        assertDropped(Map.of(Level.INFO, 1L, Level.ERROR, 100L));
        child.letGo();
        assertThat(appender.flush()).isTrue();
        await().until(() -> child.messages().stream().anyMatch(line -> line.contains("101 events were not written")));
        assertThat(appender.statistics().failing()).isFalse();
        logger.info("written again");
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages()).endsWith("written again");
    }

    @Test
    void blockForeverWaitsForAWriterThatMakesNoProgress() throws Exception {
        appender.setBlockTimeout(ch.qos.logback.core.util.Duration.valueOf("20 milliseconds"));
        fill("block-forever");
        Thread caller = start(() -> logger.info("audited"));
        awaitParked(caller);
        // Longer than the time-out, by the looks of the one who waits.
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        assertThat(caller.isAlive()).isTrue();
        child.letGo();
        caller.join();
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages()).endsWith("audited");
        assertThat(appender.statistics().dropped()).isZero();
    }

    @Test
    void dropBelowDropsLowLevelsAtOnceAndWaitsWithOthers() throws Exception {
        appender.setDropBelowLevel("WARN");
        fill("drop-below");
        logger.info("dropped");
        logger.info("dropped");
        logger.debug("dropped");
        Thread caller = start(() -> logger.warn("waits"));
        awaitParked(caller);
        caller.interrupt();
        awaitParked(caller);
        child.letGo();
        caller.join();
        assertThat(appender.flush()).isTrue();
        assertThat(child.messages()).contains("waits").doesNotContain("dropped");
        assertThat(appender.statistics().droppedBy())
                .isEqualTo(Map.of(DropReason.FULL, Map.of(Level.INFO, 2L, Level.DEBUG, 1L)));
    }

    @Test
    void whatWasDroppedIsToldInTheLogOnceThereIsRoom() throws Exception {
        fill("drop-below");
        logger.debug("dropped");
        logger.trace("dropped");
        child.letGo();
        await().until(() -> child.messages().size() > CAPACITY);
        assertThat(child.messages().get(CAPACITY))
                .matches("tuned logging: ASYNC: 2 events were not written between \\S+Z and \\S+Z: "
                        + "1 TRACE, 1 DEBUG \\(the queue was full\\)");
    }

    private void fill(String policy) throws Exception {
        appender.setContext(context);
        appender.setName("ASYNC");
        appender.setQueueSize(CAPACITY);
        appender.setOverflow(policy);
        appender.addAppender(child);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
        context.getLogger("ROOT").setLevel(Level.TRACE);
        logger.info("0");
        child.awaitHeld();
        IntStream.range(1, CAPACITY).forEach(i -> logger.info("{}", i));
    }

    private void assertDropped(Map<Level, Long> byLevel) {
        AppenderStatistics statistics = appender.statistics();
        assertThat(statistics.droppedBy()).isEqualTo(Map.of(DropReason.FULL, byLevel));
        assertThat(statistics.queued()).isEqualTo(CAPACITY);
        assertThat(statistics.accepted()).isEqualTo(CAPACITY + statistics.dropped());
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    /** Parked, and nowhere else than in the line: an interrupt makes it look and park again. */
    private static void awaitParked(Thread thread) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !thread.isInterrupted()
                        && List.of(thread.getStackTrace()).stream()
                                .anyMatch(frame -> frame.getClassName().equals(Waiter.class.getName()))
                        && thread.getState() == Thread.State.TIMED_WAITING);
    }
}
