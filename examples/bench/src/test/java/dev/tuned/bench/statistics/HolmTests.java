/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class HolmTests {

    @Test
    void theClearestQuestionIsAskedAtTheStrictestLevel() {
        assertThat(Holm.levels(new double[] {0.02, 0.001, 0.04}, 0.06)).containsExactly(0.03, 0.02, 0.06);
    }

    @Test
    void afterTheFirstOpenQuestionTheLevelStays() {
        assertThat(Holm.levels(new double[] {0.035, 0.001, 0.04}, 0.06)).containsExactly(0.03, 0.02, 0.03);
    }

    @Test
    void oneQuestionHasTheWholeLevel() {
        assertThat(Holm.levels(new double[] {0.5}, 0.05)).containsExactly(0.05);
        assertThat(Holm.levels(new double[0], 0.05)).isEmpty();
    }
}
