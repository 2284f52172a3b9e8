/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With a stream that holds who writes until it is let go. */
class DrainTests {

    /** Lines that a queue of 1 KB holds. */
    private static final int CAPACITY = 9;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final HeldStream stream = new HeldStream().hold();
    private final OutputStreamAppender<ILoggingEvent> behind = stream.appender(context);
    private final Logger logger = context.getLogger("a");
    private TunedAsyncAppender appender;

    @AfterEach
    void stop() {
        stream.letGo();
        context.close();
    }

    @Test
    void writesWhatIsQueuedAndWhatItsCallersStillWaitWith() throws Exception {
        fill("block-forever", "1 hour");
        Thread caller = started(() -> logger.info("waits"));
        HeldStream.awaitWaiting(caller);
        Thread drain = started(appender::drain);
        await().until(() -> appender.statistics().synchronous());
        stream.letGo();
        drain.join();
        caller.join();
        assertThat(stream.lines()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "waits");
        isExact();
    }

    @Test
    void afterItALineIsWrittenByItsCallerAtOnceAndWithoutAThread() {
        stream.letGo();
        fill("block", "1 hour");
        appender.drain();
        await().until(() -> HeldStream.threads() == 0);
        for (int i = CAPACITY; i < 50; i++) {
            Thread.currentThread().interrupt();
            logger.info("{}", i);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(stream.lines()).hasSize(i + 1).endsWith(Integer.toString(i));
            assertThat(stream.lastThread()).isSameAs(Thread.currentThread());
        }
        assertThat(behind.getOutputStream()).isSameAs(stream);
        assertThat(appender.statistics().queued()).isZero();
    }

    /** While the output holds the end up, lines queue behind what is queued; once it ended they are the appender's own. */
    @Test
    void linesThatAreLoggedWhileItGoesOnAreInOrderAndNoneIsLost() throws Exception {
        start("block-forever", "1 millisecond");
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int thread = t;
            callers.add(started(() -> IntStream.range(0, 500).forEach(i -> logger.info("{} {}", thread, i))));
        }
        stream.awaitHeld();
        appender.drain();
        assertThat(callers).allMatch(Thread::isAlive);
        stream.letGo();
        for (Thread caller : callers) {
            caller.join();
        }
        await().until(() -> HeldStream.threads() == 0);
        for (int t = 0; t < 8; t++) {
            String thread = t + " ";
            assertThat(stream.lines().stream().filter(line -> line.startsWith(thread)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 500).mapToObj(i -> thread + i).toList());
        }
        assertThat(appender.statistics().dropped()).isZero();
        isExact();
    }

    @Test
    void underLoadAndWithAShortShutdownTimeoutNothingIsLost() throws Exception {
        stream.letGo();
        start("block", "1 millisecond");
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            callers.add(started(() -> IntStream.range(0, 1000).forEach(i -> logger.info("under load"))));
        }
        await().until(() -> appender.statistics().written() > 100);
        appender.drain();
        for (Thread caller : callers) {
            caller.join();
        }
        await().until(() -> HeldStream.threads() == 0);
        assertThat(stream.lines()).hasSize(16_000);
        assertThat(appender.statistics().dropped()).isZero();
        isExact();
    }

    /** An output that is slow, and not stuck, would otherwise hold up the end of the JVM for each line that is logged meanwhile. */
    @Test
    void afterItsTimeALineIsQueuedWithoutWaitingForTheOutput() {
        start("block-forever", "1 millisecond");
        IntStream.range(0, 3).forEach(i -> logger.info("{}", i));
        stream.awaitHeld();
        appender.drain();
        Thread caller = started(() -> logger.info("late"));
        await().until(() -> !caller.isAlive());
        assertThat(isExact().queued()).isEqualTo(4);
        stream.letGo();
        await().until(() -> HeldStream.threads() == 0);
        assertThat(stream.lines()).containsExactly("0", "1", "2", "late");
        isExact();
    }

    @Test
    void whereTheOutputIsStuckLoggingGoesOnAndWhatIsLostIsCounted() {
        fill("block", "20 milliseconds");
        appender.drain();
        logger.error("late");
        logger.info("denied");
        AppenderStatistics stuck = isExact();
        assertThat(stuck.queued()).isEqualTo(CAPACITY);
        assertThat(stuck.droppedBy()).isEqualTo(Map.of(DropReason.FULL, 1L, DropReason.DENIED, 1L));
        stream.letGo();
        await().until(() -> HeldStream.threads() == 0);
        logger.info("after");
        assertThat(stream.lines()).startsWith("0", "1", "2").contains("after").doesNotContain("late", "denied");
        await().until(() -> stream.lines().size() == CAPACITY + 2);
        assertThat(stream.lines()).anyMatch(line -> line.contains("2 lines were not written"));
        isExact();
    }

    @Test
    void aStopWhileTheOutputIsStuckStopsTheAppenderBehindWhenAllIsWritten() {
        fill("block", "20 milliseconds");
        appender.stop();
        assertThat(behind.isStarted()).isTrue();
        appender.start();
        assertThat(appender.isStarted()).isFalse();
        stream.letGo();
        await().until(() -> !behind.isStarted());
        assertThat(stream.lines()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
        isExact();
    }

    private void fill(String overflow, String timeout) {
        start(overflow, timeout);
        IntStream.range(0, CAPACITY).forEach(i -> logger.info("{}", i));
        stream.awaitHeld();
        assertThat(HeldStream.threads()).isEqualTo(1);
    }

    private void start(String overflow, String timeout) {
        appender = HeldStream.tuned(context, behind, "1KB", overflow);
        appender.setShutdownTimeout(ch.qos.logback.core.util.Duration.valueOf(timeout));
        appender.start();
    }

    private AppenderStatistics isExact() {
        AppenderStatistics now = appender.statistics();
        assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
        return now;
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }
}
