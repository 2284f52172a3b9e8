/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Indexes by their weights, in an order that a seed decides: dealt like cards, so that each comes as often as its
 * weight says in every round. With weights that no deck is made for they are drawn at random.
 */
final class Deck {

    private static final int MAX_CARDS = 100_000;

    private final SplittableRandom random;
    private final int[] upTo;
    private final int[] cards;
    private int next;

    Deck(int[] weights, long seed) {
        random = new SplittableRandom(seed);
        upTo = weights.clone();
        Arrays.parallelPrefix(upTo, Integer::sum);
        int all = upTo[upTo.length - 1];
        cards = new int[all <= MAX_CARDS ? all : 0];
        for (int card = 0, index = 0; card < cards.length; card++) {
            if (card == upTo[index]) {
                index++;
            }
            cards[card] = index;
        }
        next = cards.length;
    }

    int next() {
        if (cards.length == 0) {
            int place = Arrays.binarySearch(upTo, random.nextInt(upTo[upTo.length - 1]) + 1);
            return place < 0 ? -place - 1 : place;
        }
        if (next == cards.length) {
            shuffle();
        }
        return cards[next++];
    }

    private void shuffle() {
        next = 0;
        for (int i = cards.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int card = cards[i];
            cards[i] = cards[other];
            cards[other] = card;
        }
    }
}
