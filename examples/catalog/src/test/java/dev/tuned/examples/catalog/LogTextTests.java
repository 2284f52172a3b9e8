/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LogTextTests {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "plain ü 日本,\"plain ü 日本\"",
                "say \"x\" \\,\"say \\\"x\\\" \\\\\"",
                "order 5,\"order\\u00205\"",
                "ORDER 5 order  6 order x,\"ORDER\\u00205 order  6 order x\"",
                "``,\"\""
            })
    void textIsQuotedAndNumbersOfOrdersAreBroken(String text, String quoted) {
        assertThat(LogText.quote(text)).isEqualTo(quoted);
    }

    @Test
    void controlsAndLineBreaksOfEveryKindAreEscaped() {
        assertThat(LogText.quote("a\nb\r\u0085\u2028\u2029\u001b\u202e\0"))
                .isEqualTo("\"a\\u000ab\\u000d\\u0085\\u2028\\u2029\\u001b\\u202e\\u0000\"");
    }
}
