/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.GuideTableDiscreteSampler;

/**
 * Indexes by their weights, in an order that a seed decides: dealt like cards, so that each comes as often as its
 * weight says in every round. With weights that no deck is made for they are drawn at random.
 */
final class Deck {

    private static final int MAX_CARDS = 100_000;

    private final UniformRandomProvider random;
    private final DiscreteSampler drawn;
    private final int[] cards;
    private int next;

    Deck(int[] weights, long seed) {
        random = new SplittableRandom(seed)::nextLong;
        drawn = GuideTableDiscreteSampler.of(
                random, IntStream.of(weights).asDoubleStream().toArray());
        cards = IntStream.of(weights).asLongStream().sum() > MAX_CARDS
                ? new int[0]
                : IntStream.range(0, weights.length)
                        .flatMap(index -> IntStream.generate(() -> index).limit(weights[index]))
                        .toArray();
        next = cards.length;
    }

    int next() {
        if (cards.length == 0) {
            return drawn.sample();
        }
        if (next == cards.length) {
            PermutationSampler.shuffle(random, cards);
            next = 0;
        }
        return cards[next++];
    }
}
