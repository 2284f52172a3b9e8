/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code accepted = written + dropped + queued} at every moment, against the test's own count of lines sent and received, while the output
 * stalls, throws, and some lines are larger than the queue.
 */
class AccountTests {

    private static final int CAPACITY = 2048;
    private static final int PRODUCERS = 4;
    private static final int WRITES = 300;
    /** A second without progress is a stall. */
    private static final long STALL_NANOS = 1_500_000_000;

    private static final String LARGER_THAN_THE_QUEUE = "x".repeat(CAPACITY);
    private static final List<Level> LEVELS = List.of(Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);

    private final AtomicLongArray sent = new AtomicLongArray(LEVELS.size());
    private final AtomicLong sentInTotal = new AtomicLong();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicBoolean enough = new AtomicBoolean();

    @ParameterizedTest
    @EnumSource
    void isRightUnderLoad(OverflowPolicy policy) throws Exception {
        HeldStream stream = new HeldStream();
        stream.beforeWrite(text -> misbehave());
        try (ConfiguredContext context = new ConfiguredContext("")) {
            TunedAsyncAppender appender = HeldStream.tuned(context, stream.appender(context), "2KB", policy.name());
            appender.start();
            context.getLogger("ROOT").setLevel(Level.DEBUG);
            List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                int producer = p;
                producers.add(new Thread(() -> produce(context.getLogger("producer"), producer)));
            }
            producers.forEach(Thread::start);
            long readings = readWhileAlive(producers, appender);
            appender.drain();
            AppenderStatistics end = appender.statistics();
            List<String> received = stream.lines();
            long told = received.stream()
                    .filter(line -> line.startsWith("tuned logging: STREAM:"))
                    .count();
            long fromProducers = received.size() - told;
            assertThat(readings).isPositive();
            assertThat(end.queued()).isZero();
            assertThat(end.accepted()).isEqualTo(end.written() + end.dropped());
            // A line about drops is a line, too, and may have been dropped; one at the end may find no queue any more.
            assertThat(end.written() - fromProducers).isBetween(told - 1, told);
            assertThat(end.dropped() - (sentInTotal.get() - fromProducers)).isBetween(0L, 1L);
            isInOrderOfEachProducer(received);
            if (policy == OverflowPolicy.BLOCK) {
                assertThat(end.droppedBy()).containsOnlyKeys(DropReason.FULL, DropReason.IO, DropReason.DENIED);
                end.deniedBy().forEach((level, denied) -> assertThat(denied).isBetween(1L, missing(level, received)));
            } else {
                // What was in a write that failed.
                assertThat(end.droppedBy()).containsOnlyKeys(DropReason.IO);
            }
        }
    }

    private long readWhileAlive(List<Thread> producers, TunedAsyncAppender appender) {
        long readings = 0;
        AppenderStatistics before = appender.statistics();
        while (producers.stream().anyMatch(Thread::isAlive)) {
            AppenderStatistics now = appender.statistics();
            assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
            assertThat(now.queuedBytes()).isBetween(0L, (long) CAPACITY);
            assertThat(now.accepted()).isGreaterThanOrEqualTo(before.accepted());
            assertThat(now.written()).isGreaterThanOrEqualTo(before.written());
            assertThat(now.dropped()).isGreaterThanOrEqualTo(before.dropped());
            long byReason =
                    now.droppedBy().values().stream().mapToLong(Long::longValue).sum();
            assertThat(byReason).isEqualTo(now.dropped());
            before = now;
            readings++;
        }
        return readings;
    }

    /** Stalls twice, and throws now and then at the thread that writes; what callers write themselves is theirs, as in Logback. */
    private void misbehave() {
        int write = writes.incrementAndGet();
        if (write >= WRITES) {
            enough.set(true);
        } else if (write % 150 == 50) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < STALL_NANOS) {
                LockSupport.parkNanos(STALL_NANOS);
            }
        } else if (write % 100 == 30 && isWriter()) {
            throw new IllegalStateException("of the stream");
        } else if (write % 100 == 80 && isWriter()) {
            throw new StackOverflowError("of the stream");
        }
    }

    private static boolean isWriter() {
        return Thread.currentThread().getName().equals("tuned-logging-STREAM");
    }

    private void produce(Logger logger, int producer) {
        for (int i = 0; !enough.get(); i++) {
            int level = i % LEVELS.size();
            sent.incrementAndGet(level);
            sentInTotal.incrementAndGet();
            String message = producer + " " + i + " " + LEVELS.get(level);
            String line = i % 1000 == 999 ? message + " " + LARGER_THAN_THE_QUEUE : message;
            switch (level) {
                case 0 -> logger.debug(line);
                case 1 -> logger.info(line);
                case 2 -> logger.warn(line);
                default -> logger.error(line);
            }
        }
    }

    private long missing(Level level, List<String> received) {
        long present = received.stream()
                .filter(line -> !line.startsWith("tuned"))
                .filter(line -> line.split(" ")[2].equals(level.toString()))
                .count();
        return sent.get(LEVELS.indexOf(level)) - present;
    }

    private static void isInOrderOfEachProducer(List<String> received) {
        Map<String, Integer> last = new HashMap<>();
        received.stream().filter(line -> !line.startsWith("tuned")).forEach(line -> {
            String[] words = line.split(" ");
            int number = Integer.parseInt(words[1]);
            assertThat(number).isGreaterThan(last.getOrDefault(words[0], -1));
            last.put(words[0], number);
        });
        assertThat(last).hasSize(PRODUCERS);
    }
}
