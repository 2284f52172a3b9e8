/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FormatTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "416380|416,000",
                "22.84|22.8",
                "0.03217|0.0322",
                "999.9|1,000",
                "0.0000001|0.0000001",
                "1e9|1,000,000,000"
            })
    void numbersHaveThreeDigitsAndNoExponent(double value, String text) {
        assertThat(Format.number(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "0.293|0.29",
                "1|1.00",
                "2.9|2.90",
                "9.999|10",
                "123.4|123",
                "0.09|0.090",
                "0.0994|0.099",
                "0.001|0.0010"
            })
    void ratiosHaveTwoDecimalsWhereMostLie(double ratio, String text) {
        assertThat(Format.ratio(ratio)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0.7|0.7", "2|2", "1.7|1.7", "10|10", "100|100", "0.25|0.25"})
    void factorsHaveNoClosingZeros(double factor, String text) {
        assertThat(Format.factor(factor)).isEqualTo(text);
    }

    @Test
    void whatIsNoNumberIsADash() {
        assertThat(Format.number(Double.NaN)).isEqualTo("–");
        assertThat(Format.ratio(Double.POSITIVE_INFINITY)).isEqualTo("–");
        assertThat(Format.ratio(null)).isEqualTo("–");
        assertThat(Format.interval(null, null)).isEmpty();
    }
}
