/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.examples.microbenchmarks.cache.LoopbackCouchbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

class LogScaleTests {

    @ParameterizedTest
    @CsvSource({
        // nodes, writes, poll, window, seconds
        "2, 10, 0.5, 0.01, 400",
        "2, 10000, 0.5, 0.01, 5",
        "10, 100, 0.1, 0.1, 60",
        "32, 1000, 0.5, 0, 10",
        "100, 10000, 0.5, 0.01, 5",
        "100, 10000, 2, 1, 20",
        "1000, 1000, 0.5, 0.01, 5"
    })
    void simulationComesToWhatTheModelSays(int nodes, double writes, double poll, double window, double seconds) {
        Cluster cluster = new Cluster(nodes, writes, poll, window, 0.0005);
        Load model = new LogModel(cluster).load();
        Load simulation = new LogSimulation(cluster, seconds, 1).run();
        assertThat(simulation.operations()).as("commands").isCloseTo(model.operations(), withinPercentage(5));
        assertThat(simulation.onCounter()).as("on the counter").isCloseTo(model.onCounter(), withinPercentage(5));
        assertThat(simulation.bytes()).as("bytes").isCloseTo(model.bytes(), withinPercentage(5));
        assertThat(simulation.meanDelay()).as("mean delay").isCloseTo(model.meanDelay(), withinPercentage(5));
        assertThat(simulation.p99Delay()).as("p99 delay").isCloseTo(model.p99Delay(), withinPercentage(5));
    }

    /** By counts alone: how many polls and batches there are in a second is the machine's doing. */
    @Test
    void realNodesSendTheCommandsThatTheModelCounts() throws Exception {
        try (LoopbackCouchbase couchbase = new LoopbackCouchbase()) {
            couchbase.startLog();
            RealNodes nodes = new RealNodes(couchbase, 4, Duration.ofMillis(50), Duration.ofMillis(10));
            for (int i = 0; i < 400; i++) {
                nodes.write(i % 4);
            }
            nodes.awaitArrival();
            nodes.close();
            List<InvalidationStatistics> statistics = nodes.statistics();
            long batches = sum(statistics, InvalidationStatistics::batchesSent);
            long polls = sum(statistics, InvalidationStatistics::polls);
            long read = sum(statistics, InvalidationStatistics::batchesReceived);
            assertThat(read).as("each batch by three others").isEqualTo(3 * batches);
            // Beside them the four may open the counter; what did not get through in time is written again.
            assertThat(couchbase.count(CommandCode.INCREMENT)).isBetween(batches, 2 * batches + 4);
            assertThat(couchbase.count(CommandCode.ADD)).isBetween(batches, 2 * batches + 4);
            // Besides, a poll may ask each of the others for a batch that is not there yet.
            assertThat(couchbase.count(CommandCode.GET)).isBetween(polls + read - 4, polls * (1 + 3) + read);
        }
    }

    private static long sum(List<InvalidationStatistics> statistics, ToLongFunction<InvalidationStatistics> figure) {
        return statistics.stream().mapToLong(figure).sum();
    }
}
