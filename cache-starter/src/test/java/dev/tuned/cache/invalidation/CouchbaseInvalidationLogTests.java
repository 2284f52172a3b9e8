/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static dev.tuned.cache.invalidation.SimulatedNode.REGION;
import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class CouchbaseInvalidationLogTests {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration RETENTION = Duration.ofMinutes(5);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final LogSettings SETTINGS = LogSettings.of(POLL, RETENTION, GRACE, Duration.ofMillis(10));

    /** For the batch window and the operations of a batch, and for those of a poll. */
    private static final Duration SLACK = Duration.ofMillis(50);

    private final VirtualTime time = new VirtualTime();
    private final SimulatedServer server = new SimulatedServer(time, 1);
    private final SimulatedNode writer = node();
    private final SimulatedNode reader = node();

    private SimulatedNode node() {
        return new SimulatedNode(time, server, SETTINGS);
    }

    @BeforeEach
    void meet() {
        time.pass(POLL.multipliedBy(2).plus(SLACK));
        for (SimulatedNode node : new SimulatedNode[] {writer, reader}) {
            node.l1.put("1", 1L);
            node.l1.put("2", 1L);
            node.losses.clear();
        }
    }

    private void poll() {
        time.pass(POLL.plus(SLACK));
    }

    @Test
    void changeReachesTheOtherWithinAPoll() {
        writer.changed("1");
        poll();
        assertThat(reader.l1).containsOnlyKeys("2");
        assertThat(reader.losses).isEmpty();
    }

    @Test
    void counterThatSomebodyWroteOverIsSaidAndIsNoOutage(CapturedOutput output) {
        for (String content : List.of("{\"text\":true}", "not a number", "1.5")) {
            reader.losses.clear();
            server.overwrite("cache:inv", content);
            reader.l1.put("1", 1L);
            time.pass(Duration.ofMinutes(10));
            assertThat(reader.losses).containsOnlyKeys("undecodable").containsEntry("undecodable", 1);
            assertThat(reader.l1).isEmpty();
            server.overwrite("cache:inv", "");
            poll();
            poll();
            reader.losses.clear();
            reader.hold("1", 1);
            writer.changed("1");
            time.pass(LogWriter.MAX_RETRY_PAUSE);
            poll();
            assertThat(reader.l1).isEmpty();
            assertThat(reader.losses).doesNotContainKey("outage");
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("'cache:inv' is not the counter")))
                .as("each instance says each of them once")
                .hasSize(3 * 2);
    }

    @Test
    void ownChangeIsNeitherAppliedNorTakenForLost() {
        int gets = writer.client.gets;
        writer.changed("1");
        poll();
        time.pass(GRACE.multipliedBy(2));
        assertThat(writer.l1).containsOnlyKeys("1", "2");
        assertThat(writer.losses).isEmpty();
        // One per poll for the counter, one for the batch, and one to see that the one before is still there.
        assertThat(writer.client.gets - gets).isLessThanOrEqualTo(9 + 2);
        assertThat(writer.received).isZero();
    }

    @Test
    void changesOfAWindowAreOneBatchAndEachIsInItOnce() {
        int adds = writer.client.adds;
        for (int i = 0; i < 300; i++) {
            writer.changed("" + i % 100);
        }
        poll();
        assertThat(reader.received).isEqualTo(100);
        assertThat(writer.client.adds - adds).isEqualTo(1);
        assertThat(writer.client.inserts).isEqualTo(1);
        assertThat(writer.log.statistics().sent()).isEqualTo(100);
        assertThat(reader.log.statistics())
                .returns(100L, InvalidationStatistics::received)
                .returns(1L, InvalidationStatistics::batchesReceived);
    }

    @Test
    void manyChangesAtOnceAreOneBatch() {
        for (int i = 0; i < 2_500; i++) {
            writer.changed("" + i);
        }
        poll();
        assertThat(reader.received).isEqualTo(2_500);
        assertThat(writer.client.inserts).isEqualTo(1);
    }

    @Test
    void batchesAreBoundedInNumberAndInCharacters() {
        for (int i = 0; i <= LogWriter.MAX_PENDING_CHANGES; i++) {
            writer.changed("" + i);
        }
        poll();
        assertThat(reader.received).isEqualTo(1);
        for (int i = 0; i < 10; i++) {
            writer.changed("x".repeat(LogWriter.MAX_PENDING_CHARACTERS / 9) + i);
        }
        poll();
        assertThat(reader.received).isEqualTo(2);
        assertThat(writer.client.inserts).isEqualTo(2);
    }

    @Test
    void changesGatheredDuringAnOutageAreToldAfterIt() {
        writer.client.down = true;
        writer.changed("1");
        time.pass(Duration.ofMinutes(1));
        writer.changed("2");
        time.pass(Duration.ofMinutes(1));
        assertThat(reader.l1).containsOnlyKeys("1", "2");
        assertThat(writer.log.statistics().waiting()).isEqualTo(2);
        writer.client.down = false;
        time.pass(LogWriter.MAX_RETRY_PAUSE);
        poll();
        assertThat(reader.l1).isEmpty();
        assertThat(reader.losses).isEmpty();
        assertThat(writer.log.statistics().waiting()).isZero();
    }

    @Test
    void tooManyChangesDuringAnOutageBecomeTheirWholeRegion() {
        writer.client.down = true;
        for (int i = 0; i < 1_000_000; i++) {
            writer.changed("key " + i);
        }
        writer.log.publish(new Invalidation("other", "1"));
        assertThat(writer.log.statistics().waiting()).isEqualTo(2);
        writer.client.down = false;
        time.pass(LogWriter.MAX_RETRY_PAUSE);
        poll();
        assertThat(reader.l1).isEmpty();
        assertThat(reader.received).isEqualTo(2);
    }

    @Test
    void batchKeepsItsNumberWhileItsDocumentFails() {
        writer.client.loseNextAnswer = true;
        writer.changed("1");
        time.pass(Duration.ofSeconds(4));
        // The counter's lost answer left a number without a batch, which the others take for a loss.
        assertThat(reader.losses).containsOnlyKeys("gap");
        int adds = writer.client.adds;
        writer.changed("2");
        time.pass(Duration.ofMillis(10).plusNanos(1));
        while (writer.client.adds == adds) {
            time.pass(Duration.ofNanos(100_000));
        }
        while (writer.client.inserts == 1) {
            time.pass(Duration.ofNanos(100_000));
        }
        writer.client.loseNextAnswer = true;
        time.pass(Duration.ofSeconds(4));
        assertThat(writer.client.adds - adds).isEqualTo(1);
        assertThat(writer.log.statistics().batchesSent()).isEqualTo(2);
        assertThat(reader.losses).containsExactly(Map.entry("gap", 1));
    }

    @Test
    void deadWriterIsNoticedAfterTheGrace() {
        writer.client.insteadOfNextCount = writer.timer::die;
        writer.changed("1");
        poll();
        assertThat(reader.l1).isNotEmpty();
        assertThat(reader.log.statistics().missing()).isEqualTo(1);
        time.pass(GRACE.minus(POLL));
        assertThat(reader.l1).isNotEmpty();
        poll();
        assertThat(reader.l1).isEmpty();
        assertThat(reader.losses).containsExactly(Map.entry("gap", 1));
        assertThat(reader.log.statistics())
                .returns(Map.of("gap", 1L), InvalidationStatistics::lost)
                .returns(0L, InvalidationStatistics::missing);
    }

    @Test
    void flushedServerIsNoticedWithinAPoll() {
        server.flush();
        poll();
        assertThat(reader.losses).containsExactly(Map.entry("reset", 1));
        reader.l1.put("1", 2L);
        writer.changed("1");
        poll();
        assertThat(reader.l1).isEmpty();
        assertThat(reader.losses).containsExactly(Map.entry("reset", 1));
    }

    @Test
    void flushThatIsOverWhenTheReaderLooksAgainShowsAsAJump() {
        reader.timer.pause(POLL.multipliedBy(4));
        server.flush();
        time.pass(POLL.multipliedBy(2));
        writer.changed("2");
        time.pass(POLL.multipliedBy(2));
        poll();
        assertThat(reader.losses).containsExactly(Map.entry("jump", 1));
    }

    @Test
    void counterThatWentBackIsNoticed() {
        for (int i = 0; i < 4; i++) {
            writer.changed("1");
            poll();
        }
        reader.l1.put("1", 1L);
        server.rollBack(3, false);
        poll();
        assertThat(reader.losses).containsKey("regress");
        assertThat(reader.l1).isEmpty();
    }

    @Test
    void numberThatAnotherHasTooIsLeftToIt() {
        for (int i = 0; i < 3; i++) {
            writer.changed("2");
            poll();
        }
        reader.timer.pause(POLL.multipliedBy(4));
        server.rollBack(4, true);
        SimulatedNode third = node();
        third.changed("1");
        time.pass(POLL.multipliedBy(4));
        poll();
        assertThat(third.client.inserts).isGreaterThan(1);
        assertThat(third.log.statistics().batchesSent()).isEqualTo(1);
        assertThat(reader.l1).doesNotContainKey("1");
    }

    @Test
    void readerThatStoodStillForAMomentReadsWhatIsStillThere() {
        reader.timer.pause(GRACE);
        writer.changed("1");
        time.pass(GRACE);
        poll();
        assertThat(reader.l1).containsOnlyKeys("2");
        assertThat(reader.losses).isEmpty();
    }

    @Test
    void readerThatStoodStillForLongerThanTheRetentionStartsOver() {
        reader.timer.pause(RETENTION.plusSeconds(1));
        writer.changed("1");
        time.pass(RETENTION.plusSeconds(1));
        poll();
        assertThat(reader.l1).isEmpty();
        assertThat(reader.losses).containsOnlyKeys("outage");
    }

    @Test
    void outageInWhichNobodyChangedAnythingLosesNothing() {
        reader.client.down = true;
        writer.client.down = true;
        time.pass(RETENTION.multipliedBy(2));
        assertThat(reader.log.statistics().pollFailures()).isPositive();
        assertThat(reader.log.statistics().sinceLastPoll()).isGreaterThanOrEqualTo(RETENTION);
        reader.client.down = false;
        writer.client.down = false;
        poll();
        assertThat(reader.l1).containsOnlyKeys("1", "2");
        assertThat(reader.losses).isEmpty();
        assertThat(reader.log.statistics().sinceLastPoll()).isLessThan(POLL.plus(SLACK));
    }

    @Test
    void lateJoinerStartsAtTheCurrentCounter() {
        for (int i = 0; i < 5; i++) {
            writer.changed("1");
            poll();
        }
        SimulatedNode late = node();
        poll();
        assertThat(late.received).isZero();
        assertThat(late.losses).isEmpty();
        assertThat(late.log.statistics().lost()).isEmpty();
        late.l1.put("1", 1L);
        writer.changed("1");
        poll();
        assertThat(late.l1).isEmpty();
    }

    @Test
    void whatIsPutBeforeTheFirstAnswerIsKept() {
        SimulatedNode late = node();
        late.hold("1", 1);
        poll();
        assertThat(late.l1).containsOnlyKeys("1");
        assertThat(late.losses).isEmpty();
    }

    @Test
    void whatIsPutLongBeforeTheFirstAnswerIsDropped() {
        SimulatedNode late = node();
        late.client.down = true;
        late.hold("1", 1);
        time.pass(GRACE.plus(POLL).plus(POLL));
        late.client.down = false;
        poll();
        assertThat(late.l1).isEmpty();
        assertThat(late.losses).containsExactly(Map.entry("start", 1));
        assertThat(late.log.statistics().lost()).isEmpty();
    }

    @Test
    void nothingIsAskedWhileNothingIsHeld() {
        reader.l1.clear();
        reader.holding = false;
        poll();
        int gets = reader.client.gets;
        time.pass(RETENTION.multipliedBy(3));
        assertThat(reader.client.gets).isEqualTo(gets);
        assertThat(reader.log.statistics().sinceLastPoll()).isNull();

        reader.hold("1", 1);
        poll();
        assertThat(reader.client.gets).isGreaterThan(gets);
        assertThat(reader.losses)
                .as("nothing was held that could have been missed")
                .isEmpty();
        writer.changed("1");
        poll();
        assertThat(reader.l1).isEmpty();
    }

    @Test
    void changeThatComesWithTheFirstEntryIsNotMissed() {
        reader.l1.clear();
        reader.holding = false;
        poll();
        writer.changed("1");
        time.pass(Duration.ofSeconds(1));

        // Loaded before that change, and put after it.
        reader.hold("1", 1);
        poll();

        assertThat(reader.l1).isEmpty();
    }

    @Test
    void readAfterAPauseIsNotServedFromBeforeIt() {
        reader.timer.pause(Duration.ofSeconds(10));
        writer.changed("1");
        // The first thread to run again is not always that of the log.
        time.pass(Duration.ofSeconds(10).minusMillis(1));

        assertThat(reader.read("1")).isNull();
        assertThat(reader.read("2")).isNull();
        // Loaded since then: it may be served.
        reader.hold("3", 3);
        assertThat(reader.read("3")).isEqualTo(3);

        poll();
        assertThat(reader.losses).isEmpty();
        assertThat(reader.l1).doesNotContainKey("1");
        assertThat(reader.read("2")).as("nothing has changed it").isEqualTo(1);
    }

    @Test
    void pauseByItselfDropsNothing() {
        reader.timer.pause(Duration.ofSeconds(10));
        time.pass(Duration.ofSeconds(10));
        poll();
        assertThat(reader.losses).isEmpty();
        assertThat(reader.read("1")).isEqualTo(1);
        assertThat(reader.read("2")).isEqualTo(1);
    }

    @Test
    void afterAPauseNothingOldIsServedUntilTheLogAnswers() {
        reader.timer.pause(Duration.ofSeconds(10));
        reader.client.down = true;
        time.pass(Duration.ofSeconds(10));
        for (int i = 0; i < 20; i++) {
            time.pass(POLL);
            assertThat(reader.read("1")).isNull();
        }
        reader.client.down = false;
        poll();
        poll();
        assertThat(reader.read("1")).isEqualTo(1);
        assertThat(reader.losses).isEmpty();
    }

    @Test
    void gapAfterAPauseDropsEverything() {
        reader.timer.pause(Duration.ofSeconds(10));
        writer.client.dropNextBatch = true;
        writer.changed("1");
        time.pass(Duration.ofSeconds(10));
        assertThat(reader.read("1")).isNull();
        time.pass(GRACE.multipliedBy(2));
        assertThat(reader.losses).containsExactly(Map.entry("gap", 1));
        assertThat(reader.l1).isEmpty();
    }

    @Test
    void shortPauseAndAnOutageAreNotTakenForALongPause() {
        reader.timer.pause(GRACE);
        time.pass(GRACE);
        assertThat(reader.read("1")).isEqualTo(1);
        reader.client.down = true;
        for (int i = 0; i < 100; i++) {
            time.pass(Duration.ofMillis(250));
            assertThat(reader.read("1")).isEqualTo(1);
        }
        assertThat(reader.losses).isEmpty();
    }

    @Test
    void batchOfAnotherFormDropsEverything() {
        writer.client.insteadOfNextCount = writer.timer::die;
        writer.changed("1");
        poll();
        for (String foreign : new String[] {
            "{\"node\":",
            "[]",
            "null",
            "{}",
            "\u0000",
            "{\"node\":\"n\",\"keys\":1}",
            "{\"node\":null,\"number\":1,\"regions\":[],\"keys\":{}}",
            "{\"node\":\"n\",\"number\":1,\"keys\":{}}",
            "{\"node\":\"n\",\"number\":1,\"regions\":[]}",
            "{\"node\":\"n\",\"number\":1,\"regions\":[null],\"keys\":{}}",
            "{\"node\":\"n\",\"number\":1,\"regions\":[],\"keys\":{\"products\":null}}"
        }) {
            assertThat(Batch.decoded(foreign.getBytes(StandardCharsets.UTF_8))).isNull();
        }
        SimulatedNode foreigner = node();
        poll();
        reader.l1.put("1", 1L);
        reader.losses.clear();
        foreigner.client.add("cache:inv", 1, 0, POLL).thenAccept(number -> {
            var unused = foreigner.client.insert("cache:inv:" + number, new byte[] {1}, RETENTION, POLL);
        });
        poll();
        assertThat(reader.losses).containsKey("undecodable");
        assertThat(reader.l1).isEmpty();
    }

    @Test
    void regionsThatAreToldAsAWholeCoverTheirKeys() {
        writer.changed("1");
        writer.changed(null);
        writer.changed("2");
        poll();
        assertThat(reader.received).isEqualTo(1);
        assertThat(reader.l1).isEmpty();
    }

    @Test
    void batchIsJsonThatAPersonCanRead() {
        Pending pending = new Pending(10, 100);
        pending.add(new Invalidation(REGION, "a \"b\"\n\u00e9"));
        pending.add(new Invalidation("all", null));
        Batch batch = pending.take("me", 7);
        assertThat(batch).isNotNull();
        assertThat(new String(batch.encoded(), StandardCharsets.UTF_8))
                .isEqualTo("{\"node\":\"me\",\"number\":7,\"regions\":[\"all\"],"
                        + "\"keys\":{\"products\":[\"a \\\"b\\\"\\n\u00e9\"]}}");
        assertThat(Batch.decoded(batch.encoded())).isEqualTo(batch);
    }
}
