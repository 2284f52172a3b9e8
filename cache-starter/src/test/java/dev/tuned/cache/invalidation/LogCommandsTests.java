/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/** Holds the log to the figures by which its documentation says how far it scales. */
@Tag("without-boot")
class LogCommandsTests {

    private static final double POLL = 0.5;
    private static final double WINDOW = 0.01;

    /** Two answers of the simulated server, on average. */
    private static final double WRITING = 0.0042;

    private static final int SECONDS = 30;
    private static final Duration TIME = Duration.ofSeconds(SECONDS);

    private final VirtualTime time = new VirtualTime();
    private final SimulatedServer server = new SimulatedServer(time, 1);

    @ParameterizedTest
    @CsvSource({"2, 20", "8, 20", "32, 20", "8, 200"})
    void commandsAreThoseOfTheModel(int count, double writesPerSecond) {
        LogSettings settings = LogSettings.of(
                Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10));
        List<SimulatedNode> nodes = IntStream.range(0, count)
                .mapToObj(i -> new SimulatedNode(time, server, settings))
                .toList();
        time.pass(Duration.ofSeconds(1));
        long getsBefore = sum(nodes, node -> node.client.gets);
        Random random = new Random(1);
        long end = time.now() + TIME.toNanos();
        for (int i = 0; time.now() < end; i++) {
            time.pass(Duration.ofNanos((long) (-Math.log(1 - random.nextDouble()) / writesPerSecond * 1e9)));
            nodes.get(random.nextInt(count)).changed("product-" + i);
        }
        double rate = writesPerSecond / count;
        double batches = count / (Math.exp(-rate * WRITING) / rate + WINDOW + WRITING);
        double gets = count / POLL + (count - 1) * batches;
        assertThat(sum(nodes, node -> node.client.inserts) / (double) SECONDS)
                .as("batches per second")
                .isCloseTo(batches, withinPercentage(10));
        assertThat((sum(nodes, node -> node.client.gets) - getsBefore) / (double) SECONDS)
                .as("gets per second")
                .isCloseTo(gets, withinPercentage(10));
    }

    private static long sum(List<SimulatedNode> nodes, ToLongFunction<SimulatedNode> figure) {
        return nodes.stream().mapToLong(figure).sum();
    }
}
