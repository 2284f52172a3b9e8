/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StagesTests {

    private final Stages stages = new Stages();

    @Test
    void countsEachRunOfAStageAndItsTime() {
        for (int i = 0; i < 100; i++) {
            stages.time("parse").close();
        }
        StageStatistics parse = only(stages.snapshot());
        assertThat(parse.stage()).isEqualTo("parse");
        assertThat(parse.count()).isEqualTo(100);
        assertThat(parse.p50Ms()).isNotNegative().isLessThanOrEqualTo(parse.p99Ms());
        assertThat(parse.p99Ms()).isLessThanOrEqualTo(parse.maxMs());
        assertThat(parse.meanMs()).isNotNegative().isLessThanOrEqualTo(parse.maxMs());
    }

    @Test
    void aTimingThatIsClosedTwiceCountsOnce() {
        Stages.Timing timing = stages.time("parse");
        timing.close();
        timing.close();
        assertThat(only(stages.snapshot()).count()).isEqualTo(1);
    }

    @Test
    void moreThanAnHourCountsAsAnHour() {
        Stage stage = new Stage("night");
        stage.record(TimeUnit.DAYS.toNanos(3));
        assertThat(stage.sinceStart().maxMs()).isCloseTo(3_600_000.0, Percentage.withPercentage(1));
    }

    @Test
    void anIntervalIsTakenOnceAndTheSnapshotKeepsAll() {
        stages.time("b").close();
        stages.time("a").close();
        assertThat(stages.takeInterval()).extracting(StageStatistics::stage).containsExactly("a", "b");
        assertThat(stages.takeInterval()).isEmpty();
        stages.time("b").close();
        assertThat(only(stages.takeInterval()).count()).isEqualTo(1);
        assertThat(stages.snapshot()).extracting(StageStatistics::count).containsExactly(1L, 2L);
    }

    @Test
    void namesMadeFromDataEndInOneStageAndOneWarning() {
        try (LoggedLines lines = new LoggedLines(Stages.class.getName())) {
            for (int i = 0; i < 10_000; i++) {
                stages.time("product\n" + i).close();
            }
            List<StageStatistics> all = stages.snapshot();
            assertThat(all).hasSize(Stages.MAX_STAGES + 1);
            assertThat(all.get(Stages.MAX_STAGES).stage()).isEqualTo(Stages.OTHER);
            assertThat(all.get(Stages.MAX_STAGES).count()).isEqualTo(10_000 - Stages.MAX_STAGES);
            assertThat(stages.snapshot()).hasSize(Stages.MAX_STAGES + 1);
            assertThat(only(lines.messages()))
                    .contains("'product?100'", "more than 100 stages")
                    .doesNotContain("\n");
        }
    }

    @Test
    void aNameThatIsTooLongHasNoPlaceOfItsOwn() {
        stages.time("x".repeat(Stages.MAX_NAME_LENGTH)).close();
        stages.time("x".repeat(Stages.MAX_NAME_LENGTH + 1)).close();
        assertThat(stages.snapshot())
                .extracting(StageStatistics::stage)
                .containsExactly("x".repeat(Stages.MAX_NAME_LENGTH), Stages.OTHER);
    }

    @Test
    void manyThreadsLoseNoRunWhileIntervalsAreTaken() throws Exception {
        Stages stages = new Stages();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            CountDownLatch running = new CountDownLatch(8);
            List<Future<?>> ends = IntStream.range(0, 8)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        running.countDown();
                        for (int i = 0; i < 5000; i++) {
                            stages.time("s" + i % 10).close();
                        }
                    }))
                    .toList();
            running.await();
            long counted = 0;
            while (!ends.stream().allMatch(Future::isDone)) {
                counted += count(stages.takeInterval());
                Thread.onSpinWait();
            }
            counted += count(stages.takeInterval());
            assertThat(counted).isEqualTo(40_000).isEqualTo(count(stages.snapshot()));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void stagesThatAreOffKeepNothing() {
        Stages.off().time("parse").close();
        assertThat(Stages.off().snapshot()).isEmpty();
    }

    private static long count(List<StageStatistics> statistics) {
        return statistics.stream().mapToLong(StageStatistics::count).sum();
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }
}
