/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.load.ResponseView;

import static org.assertj.core.api.Assertions.assertThat;

class DatedAnswersTests {

    private final DatedAnswers answers = new DatedAnswers();

    @Test
    void anAnswerIsAsOldAsItsProductSays() {
        assertThat(answers.accepts(answer(200, product(System.currentTimeMillis() - 5_000))))
                .isTrue();
        assertThat(answers.accepts(answer(200, product(System.currentTimeMillis()))))
                .isTrue();
        assertThat(answers.takeOldestMillis()).isGreaterThanOrEqualTo(5_000);
        assertThat(answers.takeOldestMillis()).as("asked again").isZero();
    }

    @Test
    void whatIsNoDatedProductFails() {
        assertThat(answers.accepts(answer(503, product(1)))).isFalse();
        assertThat(answers.accepts(answer(200, "{\"id\":\"17\",\"name\":\"lamp\"")))
                .isFalse();
        assertThat(answers.takeOldestMillis()).isZero();
    }

    @Test
    void aSideIsUpToDateWithTheFirstAnswerThatIsNewerThanTheReturn() {
        long up = System.currentTimeMillis() - 1_000;
        answers.awaitNewerThan(up);
        answers.accepts(answer(200, product(up - 1)));
        assertThat(answers.firstAfterMillis()).isEqualTo(-1);

        answers.accepts(answer(200, product(up + 1)));
        long recovered = answers.firstAfterMillis();
        assertThat(recovered).isGreaterThanOrEqualTo(1_000);
        answers.accepts(answer(200, product(up + 2)));
        assertThat(answers.firstAfterMillis()).as("the first stays").isEqualTo(recovered);
    }

    private static String product(long written) {
        return "{\"id\":\"live-17\",\"name\":\"" + written + "\",\"description\":\"";
    }

    private static ResponseView answer(int status, String body) {
        return new ResponseView() {
            @Override
            public int status() {
                return status;
            }

            @Override
            public boolean hasRetryAfter() {
                return false;
            }

            @Override
            public long bodyLength() {
                return body.length();
            }

            @Override
            public int checksum() {
                return 0;
            }

            @Override
            public boolean bodyStartsWith(byte[] prefix) {
                throw new UnsupportedOperationException();
            }

            @Override
            public String bodyStart() {
                return body;
            }
        };
    }
}
