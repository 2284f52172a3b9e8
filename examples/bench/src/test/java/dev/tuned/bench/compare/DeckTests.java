/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class DeckTests {

    private static int[] drawn(Deck deck, int count) {
        return IntStream.range(0, count).map(i -> deck.next()).toArray();
    }

    @Test
    void eachComesAsOftenAsItsWeightInEveryRound() {
        Deck deck = new Deck(new int[] {1, 3, 2}, 7);
        for (int round = 0; round < 5; round++) {
            assertThat(drawn(deck, 6)).containsExactlyInAnyOrder(0, 1, 1, 1, 2, 2);
        }
    }

    @Test
    void theSeedDecidesTheOrder() {
        int[] weights = IntStream.generate(() -> 1).limit(50).toArray();
        assertThat(drawn(new Deck(weights, 1), 100)).isEqualTo(drawn(new Deck(weights, 1), 100));
        assertThat(drawn(new Deck(weights, 1), 100)).isNotEqualTo(drawn(new Deck(weights, 2), 100));
    }

    @Test
    void largeWeightsAreDrawnByTheirShare() {
        int[] drawn = drawn(new Deck(new int[] {1, 999_999}, 1), 1000);
        assertThat(IntStream.of(drawn).filter(index -> index == 1).count()).isGreaterThan(990);
    }
}
