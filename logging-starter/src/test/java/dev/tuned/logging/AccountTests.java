/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.DropReason;
import dev.tuned.logging.queue.OverflowPolicy;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code accepted = written + dropped + queued} at every moment, against the test's own count of lines sent and received. */
class AccountTests {

    private static final int CAPACITY = 32;
    private static final int PRODUCERS = 4;
    private static final int EACH = 10_000;
    private static final Level[] LEVELS = {Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};

    private final AtomicLongArray sent = new AtomicLongArray(LEVELS.length);
    private final AtomicLongArray received = new AtomicLongArray(LEVELS.length);
    private final AtomicLongArray last = new AtomicLongArray(PRODUCERS);
    private long told;
    private long readings;

    @ParameterizedTest
    @EnumSource
    void isRightUnderLoad(OverflowPolicy policy) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            TunedAsyncAppender appender = appender(context, policy);
            List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                int producer = p;
                producers.add(new Thread(() -> produce(context.getLogger("producer" + producer), producer)));
            }
            producers.forEach(Thread::start);
            Thread joiner = new Thread(() -> producers.forEach(AccountTests::join));
            joiner.start();
            readWhile(joiner, appender);
            appender.drain();
            AppenderStatistics end = appender.statistics();
            assertThat(end.queued()).isZero();
            assertThat(end.accepted()).isEqualTo(PRODUCERS * EACH + told);
            assertThat(end.written()).isEqualTo(total(received) + told);
            assertThat(end.dropped()).isEqualTo(total(sent) - total(received));
            assertThat(end.droppedBy()).isEqualTo(missing());
            assertThat(readings).isPositive();
        }
    }

    @Test
    void eventThatThrowsWhileItIsPreparedIsCounted() {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            TunedAsyncAppender appender = appender(context, OverflowPolicy.BLOCK);
            appender.doAppend(
                    new LoggingEvent("", context.getLogger("prepared"), Level.WARN, "of the test", null, null) {
                        @Override
                        public void prepareForDeferredProcessing() {
                            throw new IllegalStateException("as an MDC adapter may");
                        }
                    });
            appender.drain();
            AppenderStatistics end = appender.statistics();
            assertThat(end.droppedBy()).isEqualTo(Map.of(DropReason.ERROR, Map.of(Level.WARN, 1L)));
            assertThat(end.accepted()).isEqualTo(end.written() + end.dropped());
        }
    }

    private void readWhile(Thread running, TunedAsyncAppender appender) {
        AppenderStatistics before = appender.statistics();
        while (running.isAlive()) {
            AppenderStatistics now = appender.statistics();
            assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
            // The line that tells of losses does not go through the queue.
            assertThat(now.queued()).isBetween(0L, CAPACITY + 1L);
            assertThat(now.accepted()).isGreaterThanOrEqualTo(before.accepted());
            assertThat(now.written()).isGreaterThanOrEqualTo(before.written());
            assertThat(now.dropped()).isGreaterThanOrEqualTo(before.dropped());
            before = now;
            readings++;
        }
    }

    private void produce(Logger logger, int producer) {
        for (int i = 0; i < EACH; i++) {
            int level = ThreadLocalRandom.current().nextInt(100) == 0 ? 3 : i % 3;
            sent.incrementAndGet(level);
            switch (level) {
                case 0 -> logger.debug("{} {}", producer, i);
                case 1 -> logger.info("{} {}", producer, i);
                case 2 -> logger.warn("{} {}", producer, i);
                default -> logger.error("{} {}", producer, i);
            }
        }
    }

    private TunedAsyncAppender appender(ConfiguredContext context, OverflowPolicy policy) {
        AppenderBase<ILoggingEvent> counting = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                count(event);
            }
        };
        counting.setContext(context);
        counting.start();
        TunedAsyncAppender appender = new TunedAsyncAppender();
        appender.setContext(context);
        appender.setName("ASYNC");
        appender.setQueueSize(CAPACITY);
        appender.setOverflow(policy.name());
        appender.setBlockTimeout(ch.qos.logback.core.util.Duration.buildByMilliseconds(1));
        appender.addAppender(counting);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
        context.getLogger("ROOT").setLevel(Level.DEBUG);
        return appender;
    }

    private void count(ILoggingEvent event) {
        if (event.getLoggerName().startsWith("producer")) {
            Object[] arguments = event.getArgumentArray();
            // Order per thread; what was dropped is missing in between.
            long number = (Integer) arguments[1] + 1L;
            assertThat(number).isGreaterThan(last.getAndSet((Integer) arguments[0], number));
            received.incrementAndGet(List.of(LEVELS).indexOf(event.getLevel()));
        } else {
            told++;
        }
    }

    private Map<DropReason, Map<Level, Long>> missing() {
        Map<Level, Long> missing = new java.util.LinkedHashMap<>();
        for (int i = 0; i < LEVELS.length; i++) {
            if (sent.get(i) > received.get(i)) {
                missing.put(LEVELS[i], sent.get(i) - received.get(i));
            }
        }
        return missing.isEmpty() ? Map.of() : Map.of(DropReason.FULL, missing);
    }

    private static long total(AtomicLongArray counts) {
        long total = 0;
        for (int i = 0; i < counts.length(); i++) {
            total += counts.get(i);
        }
        return total;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
