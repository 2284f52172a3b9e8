/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class StageTableTests {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Set<Thread> others = Thread.getAllStackTraces().keySet();

    @Test
    void hasARowForEachStage() {
        StageTimes times = new StageTimes(10);
        times.add("key\nWARN forged", 200);
        times.add("cache read", 1_000_000);
        times.add("cache read", 3_000_000);
        String table = times.table(Duration.ofSeconds(30).toNanos());
        assertThat(table.lines())
                .containsExactly(
                        "stages in 30.0 s",
                        "stage                count      mean ms       min ms       max ms",
                        "cache read               2       2.0000       1.0000       3.0000",
                        "key?WARN forged          1       0.0002       0.0002       0.0002");
    }

    @Test
    void isLoggedEachIntervalAnewAndNotAtAllWhenNothingRan() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER);
                StageTable table = new StageTable(Duration.ofMillis(20))) {
            table.add("first", 1);
            await().atMost(PATIENCE).until(() -> lines.messages().size() == 1);
            table.add("second", 1);
            await().atMost(PATIENCE).until(() -> lines.messages().size() == 2);
            assertThat(lines.messages().get(0)).contains("first").doesNotContain("second");
            assertThat(lines.messages().get(1)).contains("second").doesNotContain("first");
        }
    }

    @Test
    void theLastIntervalIsLoggedAtTheEndAndTheThreadIsGone() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            StageTable table = new StageTable(Duration.ofHours(1));
            assertThat(threads()).isEqualTo(1);
            table.add("last", 1);
            table.close();
            table.close();
            assertThat(lines.messages()).hasSize(1).first().asString().contains("last");
            await().atMost(PATIENCE).until(() -> threads() == 0);
        }
    }

    @Test
    void thereIsNeitherTableNorThreadWithoutAnInterval() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            StageTable table = new StageTable(Duration.ZERO);
            assertThat(threads()).isZero();
            table.add("untold", 1);
            table.close();
            assertThat(lines.messages()).isEmpty();
        }
    }

    @Test
    void anAppenderThatFailsDoesNotEndTheTables() {
        AtomicBoolean failed = new AtomicBoolean();
        Logger logger = (Logger) LoggerFactory.getLogger(StageTable.LOGGER);
        Appender<ILoggingEvent> failing = new AppenderBase<>() {
            @Override
            public synchronized void doAppend(ILoggingEvent event) {
                failed.set(true);
                throw new IllegalStateException("full");
            }

            @Override
            protected void append(ILoggingEvent event) {}
        };
        logger.addAppender(failing);
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER);
                StageTable table = new StageTable(Duration.ofMillis(20))) {
            table.add("lost", 1);
            await().atMost(PATIENCE).untilTrue(failed);
            logger.detachAppender(failing);
            table.add("told", 1);
            await().atMost(PATIENCE).until(() -> lines.messages().stream().anyMatch(line -> line.contains("told")));
        } finally {
            logger.detachAppender(failing);
        }
    }

    @Test
    void manyThreadsLoseNoRunWhileTablesAreLogged() throws Exception {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try (StageTable table = new StageTable(Duration.ofMillis(1))) {
                for (int thread = 0; thread < 8; thread++) {
                    threads.execute(() -> {
                        for (int i = 0; i < 5000; i++) {
                            table.add("stage", 1);
                        }
                    });
                }
                threads.shutdown();
                assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            }
            long counted = lines.messages().stream()
                    .flatMap(String::lines)
                    .filter(line -> line.startsWith("stage  "))
                    .map(line -> line.split(" +")[1])
                    .filter(count -> !count.equals("count"))
                    .mapToLong(Long::parseLong)
                    .sum();
            assertThat(counted).isEqualTo(40_000);
        }
    }

    /** Those of this test: a table that another test has closed may have its thread for a moment yet. */
    private long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(StageTable.LOGGER) && !others.contains(thread))
                .count();
    }
}
