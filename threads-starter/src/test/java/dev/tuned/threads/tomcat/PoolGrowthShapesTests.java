/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import dev.tuned.threads.tomcat.SimulatedService.Shape;

import static org.assertj.core.api.Assertions.assertThat;

/** The decision in a thousand services of which nobody has thought: slots, times, time-outs and callers are drawn. */
class PoolGrowthShapesTests {

    private static final int SHAPES = Integer.getInteger("growth.shapes", 200);

    private static final double FIRST_SECONDS = 70;

    /** After the first trials, and with the second one of most. */
    private static final double LAST_SECONDS = 30;

    @Test
    void noneEndsInLastingFailuresThatStockDoesNotHave() {
        List<Result> results = LongStream.range(0, SHAPES)
                .parallel()
                .mapToObj(PoolGrowthShapesTests::play)
                .toList();
        assertThat(results).filteredOn(Result::failsLastingly).isEmpty();
        assertThat(results).filteredOn(Result::answersLess).hasSizeLessThan(SHAPES / 100);
        assertThat(results).filteredOn(result -> result.highest() > 200).hasSizeGreaterThan(SHAPES / 2);
        assertThat(results).filteredOn(result -> result.highest() == 1_000).hasSizeGreaterThan(SHAPES / 20);
    }

    private static Result play(long seed) {
        Shape shape = draw(new Random(seed));
        double stalledSeconds = (seed % 4 == 0) ? new Random(~seed).nextDouble() * 15 : 0;
        SimulatedService stock = new SimulatedService(shape, 200, seed, stalledSeconds);
        SimulatedService ours = new SimulatedService(shape, 200, seed, stalledSeconds);
        List<Trial> trials = new ArrayList<>();
        PoolGrowth growth = new PoolGrowth(200, 1_000, trials::add);
        stock.run(FIRST_SECONDS, null);
        ours.run(FIRST_SECONDS, growth);
        long stockBefore = stock.failures;
        long oursBefore = ours.failures;
        stock.run(LAST_SECONDS, null);
        ours.run(LAST_SECONDS, growth);
        return new Result(
                seed,
                shape,
                stock.successes,
                ours.successes,
                stock.failures,
                stock.failures - stockBefore,
                ours.failures - oursBefore,
                ours.highest,
                trials);
    }

    private static Shape draw(Random random) {
        return new Shape(
                201 + random.nextInt(800),
                random.nextBoolean() ? 1 : random.nextDouble(),
                1 + random.nextInt(random.nextBoolean() ? 30 : 220),
                between(0.1, 2, random),
                between(0.5, 20, random),
                between(0.5, 2, random),
                false,
                random.nextBoolean(),
                (random.nextInt(4) == 0) ? random.nextDouble() / 100 : 0,
                0);
    }

    /** As many small ones as large ones. */
    private static double between(double least, double most, Random random) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private record Result(
            long seed,
            Shape shape,
            long stockSuccesses,
            long successes,
            long stockFailures,
            long stockLastFailures,
            long lastFailures,
            int highest,
            List<Trial> trials) {

        /** Where stock fails, too, both differ by chance; and all requests beyond 200 may fail in a trial, and again. */
        boolean failsLastingly() {
            double allowed = (double) stockLastFailures * 1.5 + 2 * (highest - 200);
            return (double) lastFailures > allowed + 0.005 * (double) stockSuccesses * LAST_SECONDS / FIRST_SECONDS;
        }

        boolean answersLess() {
            return stockFailures == 0 && (double) successes < 0.95 * (double) stockSuccesses;
        }
    }
}
