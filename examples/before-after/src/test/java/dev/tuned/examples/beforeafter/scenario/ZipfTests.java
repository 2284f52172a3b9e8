/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ZipfTests {

    @Test
    void fewKeysAreHotAndTheTailIsLong() {
        Zipf zipf = new Zipf(10_000);
        SplittableRandom random = new SplittableRandom(1);
        int[] keys = IntStream.range(0, 100_000).map(i -> zipf.next(random)).toArray();

        // The harmonic number of 10,000 is 9.79; of 10 it is 2.93.
        assertThat(IntStream.of(keys).filter(key -> key == 0).count() / 100_000.0)
                .isCloseTo(1 / 9.79, within(0.01));
        assertThat(IntStream.of(keys).filter(key -> key < 10).count() / 100_000.0)
                .isCloseTo(2.93 / 9.79, within(0.01));
        assertThat(IntStream.of(keys).max().orElseThrow()).isGreaterThan(9000);
        assertThat(IntStream.of(keys)).allMatch(key -> key >= 0 && key < 10_000);
    }
}
