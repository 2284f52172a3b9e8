/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class StageTableTests {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Stages stages = new Stages();
    private final Set<Thread> others = Thread.getAllStackTraces().keySet();

    @Test
    void hasARowForEachStage() {
        String table = StageTable.table(
                List.of(
                        new StageStatistics("cache read", 1203, 1.2, 0.98, 5.1, 1234.5),
                        new StageStatistics("key\nWARN forged", 2, 0.0002, 0.0001, 0.0003, 0.0003)),
                Duration.ofSeconds(30).toNanos());
        assertThat(table.lines())
                .containsExactly(
                        "stages in 30.0 s",
                        "stage                count      mean ms       p50 ms       p99 ms       max ms",
                        "cache read            1203       1.2000       0.9800       5.1000    1234.5000",
                        "key?WARN forged          2       0.0002       0.0001       0.0003       0.0003");
    }

    @Test
    void isLoggedEachIntervalAnewAndNotAtAllWhenNothingRan() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER);
                StageTable table = new StageTable(Duration.ofMillis(20))) {
            table.start(stages);
            stages.time("first").close();
            await().atMost(PATIENCE).until(() -> lines.messages().size() == 1);
            stages.time("second").close();
            await().atMost(PATIENCE).until(() -> lines.messages().size() == 2);
            assertThat(lines.messages().get(0)).contains("first").doesNotContain("second");
            assertThat(lines.messages().get(1)).contains("second").doesNotContain("first");
        }
    }

    @Test
    void theLastIntervalIsLoggedAtTheEndAndTheThreadIsGone() {
        try (LoggedLines lines = new LoggedLines(StageTable.LOGGER)) {
            StageTable table = new StageTable(Duration.ofHours(1));
            table.start(stages);
            assertThat(threads()).isEqualTo(1);
            stages.time("last").close();
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
            table.start(stages);
            assertThat(threads()).isZero();
            stages.time("untold").close();
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
            table.start(stages);
            stages.time("lost").close();
            await().atMost(PATIENCE).untilTrue(failed);
            logger.detachAppender(failing);
            stages.time("told").close();
            await().atMost(PATIENCE).until(() -> lines.messages().stream().anyMatch(line -> line.contains("told")));
        } finally {
            logger.detachAppender(failing);
        }
    }

    @Test
    void aTableIsForOneSetOfStages() {
        try (StageTable table = new StageTable(Duration.ofHours(1))) {
            table.start(stages);
            assertThatIllegalStateException().isThrownBy(() -> table.start(stages));
        }
    }

    /** Those of this test: a table that another test has closed may have its thread for a moment yet. */
    private long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tuned-stages") && !others.contains(thread))
                .count();
    }
}
