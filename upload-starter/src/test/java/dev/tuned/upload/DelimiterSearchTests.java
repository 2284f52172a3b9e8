/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

class DelimiterSearchTests {

    private static final String BROWSER = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

    private static final int BODY = 1 << 20;

    @Test
    void findsTheFirstDelimiterAtEveryPlace() {
        for (String boundary :
                new String[] {"X", "7MA4YWxk", "0123456789ab", BROWSER, "a".repeat(70), "ab".repeat(35)}) {
            DelimiterSearch search = new DelimiterSearch(boundary);
            byte[] delimiter = search.delimiter();
            for (int place = 0; place < 400; place++) {
                byte[] bytes = filled(700, boundary);
                System.arraycopy(delimiter, 0, bytes, place, delimiter.length);
                System.arraycopy(delimiter, 0, bytes, 600, delimiter.length);
                assertThat(search.indexOf(bytes, 0, 700)).isEqualTo(place);
                assertThat(search.indexOf(bytes, place, place + delimiter.length))
                        .isEqualTo(place);
                assertThat(search.indexOf(bytes, place, place + delimiter.length - 1))
                        .isEqualTo(-1);
                assertThat(search.indexOf(bytes, place + 1, 600 + delimiter.length))
                        .isEqualTo(600);
            }
        }
    }

    @Test
    void findsTheBeginningOfADelimiterAtTheEnd() {
        for (String boundary : new String[] {"X", BROWSER, "a".repeat(70)}) {
            DelimiterSearch search = new DelimiterSearch(boundary);
            byte[] delimiter = search.delimiter();
            for (int length = 0; length < delimiter.length; length++) {
                byte[] bytes = filled(200, boundary);
                System.arraycopy(delimiter, 0, bytes, 200 - length, length);
                assertThat(search.indexOf(bytes, 0, 200)).isEqualTo(-1);
                assertThat(search.partialIndexOf(bytes, 0, 200)).isEqualTo(200 - length);
                assertThat(search.partialIndexOf(bytes, 200 - length, 200)).isEqualTo(200 - length);
            }
        }
    }

    @Test
    void findsWhatACompleteComparisonFinds() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            String boundary = letters(random, 1 + random.nextInt(20), "ab-");
            DelimiterSearch search = new DelimiterSearch(boundary);
            byte[] bytes = letters(random, random.nextInt(200), "ab-\r\n").getBytes(ISO_8859_1);
            if (bytes.length > 100) {
                System.arraycopy(search.delimiter(), 0, bytes, random.nextInt(60), search.delimiter().length);
            }
            String text = new String(bytes, ISO_8859_1);
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            int expected = text.substring(0, to).indexOf("\r\n--" + boundary, from);
            assertThat(search.indexOf(bytes, from, to)).isEqualTo(expected);
        }
    }

    /** CVE-2014-0050 and CVE-2016-3092 are of this kind: a boundary and a body made for each other. */
    @ParameterizedTest
    @MethodSource("hostilePairs")
    void takesWorkInProportionToTheBody(String boundary, String repeated) {
        DelimiterSearch search = new DelimiterSearch(boundary);
        byte[] body = new byte[BODY];
        byte[] pattern = repeated.getBytes(ISO_8859_1);
        for (int i = 0; i < body.length; i++) {
            body[i] = pattern[i % pattern.length];
        }
        for (int from = 0; from < BODY; from += 8192) {
            assertThat(search.indexOf(body, from, from + 8192)).isEqualTo(-1);
            search.partialIndexOf(body, from, from + 8192);
        }
        assertThat(search.work()).isPositive().isLessThan(2 * BODY);
    }

    static Stream<Arguments> hostilePairs() {
        String a70 = "a".repeat(70);
        String hyphens = "-".repeat(70);
        String halves = "a".repeat(35) + "b".repeat(35);
        return Stream.of(
                Arguments.of(a70, "a"),
                Arguments.of(a70, "\r\n--" + a70.substring(1)),
                Arguments.of(a70, a70.substring(1) + "b"),
                Arguments.of(hyphens, "-"),
                Arguments.of(hyphens, "\r\n-"),
                Arguments.of(hyphens, "\r\n" + "-".repeat(71)),
                Arguments.of(halves, "a".repeat(34) + "b".repeat(35)),
                Arguments.of("ab".repeat(35), "ab"),
                Arguments.of("ab".repeat(35), "ba" + "ab".repeat(34)),
                Arguments.of("b" + a70.substring(1), "a"),
                Arguments.of("b" + a70.substring(1), "\r\n--" + "a".repeat(70)),
                Arguments.of("a", "\r"),
                Arguments.of("a", "\r\n"),
                Arguments.of("a", "\r\n-"),
                Arguments.of("a", "\r\n--"),
                Arguments.of("a".repeat(11), "\r\r-"),
                Arguments.of("a".repeat(11), "\r\n--" + "a".repeat(10)),
                Arguments.of(BROWSER, "\r"),
                Arguments.of(BROWSER, "\r\n"),
                Arguments.of(BROWSER, "\r\n--"),
                Arguments.of(BROWSER, "gW"),
                Arguments.of(BROWSER, "\r\n--" + BROWSER.substring(0, BROWSER.length() - 1)),
                Arguments.of(BROWSER, "x\n--" + BROWSER));
    }

    @Test
    void passesOverMostOfAUsualBody() {
        DelimiterSearch search = new DelimiterSearch(BROWSER);
        byte[] body = FormData.random(BODY);
        assertThat(search.indexOf(body, 0, BODY)).isEqualTo(-1);
        assertThat(search.work()).isLessThan(BODY / 100);
    }

    /** Bytes of the boundary, which hold no delimiter. */
    private static byte[] filled(int length, String boundary) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) boundary.charAt(boundary.length() - 1));
        return bytes;
    }

    private static String letters(Random random, int length, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
