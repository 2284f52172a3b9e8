/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReplacedAnswersTests {

    private static ReplacedAnswers answers(int agreed, IntUnaryOperator length) {
        ReplacedAnswers answers = new ReplacedAnswers();
        IntStream.range(0, 1000).map(length).forEach(each -> answers.add(agreed, each));
        return answers;
    }

    @Test
    void pageThatSaysWhatWentWrongReplacesAnswers() {
        ReplacedAnswers answers = answers(3000, i -> i < 400 ? 3000 : 120);
        assertThat(answers.areMost()).isTrue();
        assertThat(answers.length()).isEqualTo(120);
        assertThat(answers(20, i -> 5000).areMost()).isTrue();
    }

    @Test
    void fewerThanHalfDoNot() {
        assertThat(answers(3000, i -> i < 600 ? 3000 : 120).areMost()).isFalse();
    }

    @Test
    void counterAndListThatGrowsDoNot() {
        assertThat(answers(20, i -> 19 + Integer.toString(i).length()).areMost())
                .isFalse();
        assertThat(answers(2, i -> 2 + 40 * i).areMost()).isFalse();
    }

    @Test
    void nothingIsReplacedBeforeTheFirstAnswer() {
        assertThat(new ReplacedAnswers().areMost()).isFalse();
    }
}
