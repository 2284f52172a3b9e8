/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.DropReason;
import dev.tuned.logging.queue.Waiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With an appender that holds the writer until it is let go. */
class DrainTests {

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
    void writesWhatIsQueuedAndWhatItsCallersStillWaitWith() throws Exception {
        fill("1 hour");
        Thread caller = new Thread(() -> logger.info("waits"));
        caller.start();
        awaitParked(caller);
        Thread drain = new Thread(appender::drain);
        drain.start();
        await().until(() -> appender.statistics().synchronous());
        child.letGo();
        drain.join();
        assertThat(child.messages()).containsExactly("0", "1", "2", "3", "waits");
        caller.join();
    }

    @Test
    void afterItALineIsWrittenWhenTheCallReturnsAndInOrder() throws Exception {
        child.letGo();
        fill("1 hour");
        appender.drain();
        for (int i = CAPACITY; i < 50; i++) {
            logger.info("{}", i);
            assertThat(child.messages()).hasSize(i + 1).endsWith(Integer.toString(i));
        }
        assertThat(appender.statistics().queued()).isZero();
    }

    @Test
    void afterItALineIsWrittenByItsCallerWithoutAThread() throws Exception {
        child.letGo();
        fill("1 hour");
        appender.drain();
        Thread.currentThread().interrupt();
        logger.info("late");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(child.messages()).endsWith("late");
        assertThat(child.lastThread()).isSameAs(Thread.currentThread());
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tuned-logging-ASYNC");
    }

    @Test
    void afterItManyCallersLoseNothing() throws Exception {
        child.letGo();
        fill("1 hour");
        appender.drain();
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            callers.add(new Thread(() -> IntStream.range(0, 100).forEach(i -> logger.info("late"))));
        }
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(child.messages()).hasSize(CAPACITY + 800);
        assertThat(appender.statistics().accepted()).isEqualTo(CAPACITY + 800);
        assertThat(appender.statistics().written()).isEqualTo(CAPACITY + 800);
    }

    @Test
    void whereTheWriterIsStuckLoggingGoesOnAndNothingIsLost() throws Exception {
        fill("20 milliseconds");
        Thread caller = new Thread(() -> logger.warn("waits"));
        caller.start();
        awaitParked(caller);
        appender.drain();
        caller.join();
        logger.error("late");
        AppenderStatistics stuck = appender.statistics();
        assertThat(stuck.queued()).isEqualTo(CAPACITY);
        // Both found the queue full, and the writer without progress for the block timeout.
        assertThat(stuck.droppedBy()).isEqualTo(Map.of(DropReason.FULL, Map.of(Level.WARN, 1L, Level.ERROR, 1L)));
        child.letGo();
        awaitThreadEnd();
        logger.info("after");
        assertThat(child.messages())
                .hasSize(CAPACITY + 2)
                .startsWith("0", "1", "2", "3")
                .endsWith("after");
        assertThat(child.messages().get(CAPACITY)).contains("2 events were not written", "1 WARN, 1 ERROR");
        assertThat(appender.statistics().queued()).isZero();
    }

    /** As where a context is closed by who holds the lock that a line needs. */
    @Test
    void anEndUnderALockThatALineNeedsIsGotOver() throws Exception {
        Object lock = new Object();
        child.letGo();
        fill("20 milliseconds");
        child.addFilter(new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                synchronized (lock) {
                    return FilterReply.NEUTRAL;
                }
            }
        });
        synchronized (lock) {
            logger.info("needs the lock");
            appender.drain();
        }
        awaitThreadEnd();
        logger.info("after");
        assertThat(child.messages()).endsWith("needs the lock", "after");
    }

    /** The output pauses after the end: callers wait, as without a queue, and nothing is lost. */
    @Test
    void aPauseAfterTheEndLosesNothing() throws Exception {
        appender.setBlockTimeout(ch.qos.logback.core.util.Duration.valueOf("1 millisecond"));
        start("1 hour");
        appender.drain();
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            callers.add(new Thread(() -> IntStream.range(0, 100).forEach(i -> logger.info("late"))));
        }
        callers.forEach(Thread::start);
        child.awaitHeld();
        // Longer than the block timeout, by the looks of those who would ask.
        await().pollDelay(Duration.ofMillis(100)).until(() -> true);
        assertThat(callers).allMatch(Thread::isAlive);
        child.letGo();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(child.messages()).hasSize(300);
        assertThat(appender.statistics().written()).isEqualTo(300);
    }

    @Test
    void manyCallersAndAShortShutdownTimeoutLoseNothing() throws Exception {
        child.letGo();
        start("1 millisecond");
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            callers.add(new Thread(() -> IntStream.range(0, 1000).forEach(i -> logger.info("under load"))));
        }
        callers.forEach(Thread::start);
        await().until(() -> appender.statistics().written() > 100);
        appender.drain();
        for (Thread caller : callers) {
            caller.join();
        }
        awaitThreadEnd();
        assertThat(child.messages()).hasSize(16_000);
        assertThat(appender.statistics().dropped()).isZero();
    }

    @Test
    void aStopWhileTheWriterIsStuckStopsTheAppenderBehindWhenAllIsWritten() throws Exception {
        fill("20 milliseconds");
        appender.stop();
        assertThat(child.isStarted()).isTrue();
        appender.start();
        assertThat(appender.isStarted()).isFalse();
        child.letGo();
        awaitThreadEnd();
        assertThat(child.messages()).containsExactly("0", "1", "2", "3");
        assertThat(child.isStarted()).isFalse();
    }

    private void fill(String timeout) throws Exception {
        start(timeout);
        IntStream.range(0, CAPACITY).forEach(i -> logger.info("{}", i));
        child.awaitHeld();
        assertThat(threads()).isEqualTo(1);
    }

    private void start(String timeout) {
        appender.setContext(context);
        appender.setName("DRAINED");
        appender.setQueueSize(CAPACITY);
        appender.setShutdownTimeout(ch.qos.logback.core.util.Duration.valueOf(timeout));
        appender.addAppender(child);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
    }

    private static void awaitParked(Thread thread) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> List.of(thread.getStackTrace()).stream()
                        .anyMatch(frame -> frame.getClassName().equals(Waiter.class.getName())));
    }

    private static void awaitThreadEnd() {
        await().atMost(Duration.ofSeconds(60)).until(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-logging-DRAINED"))
                .count();
    }
}
