/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class DelimiterSearchTests {

    private static final String BROWSER = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

    private static final int BODY = 1 << 19;

    /** What a container gives at a time. */
    private static final int READ = 8192;

    private static final int TRIES = 5;

    @Test
    void findsTheFirstDelimiterAtEveryPlace() {
        for (String boundary :
                new String[] {"X", "7MA4YWxk", "0123456789ab", BROWSER, "a".repeat(70), "ab".repeat(35)}) {
            DelimiterSearch search = new DelimiterSearch(boundary.getBytes(ISO_8859_1));
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
            DelimiterSearch search = new DelimiterSearch(boundary.getBytes(ISO_8859_1));
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
            DelimiterSearch search = new DelimiterSearch(boundary.getBytes(ISO_8859_1));
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

    /**
     * CVE-2014-0050 and CVE-2016-3092 are of this kind: a boundary and a body made for each other. With ten of these pairs a
     * search that compares backwards at every byte takes more than this bound. They are held against the shortest delimiter, whose
     * five bytes leave next to nothing to compare again.
     */
    @ParameterizedTest
    @MethodSource("hostilePairs")
    void longDelimitersTakeNoMoreCpuThanTheShortest(String boundary, String repeated) {
        Cpu hostile = new Cpu(boundary, repeated(repeated));
        Cpu shortest = new Cpu("a", repeated("\r\n--"));
        for (int i = 0; i < TRIES; i++) {
            hostile.measure();
            shortest.measure();
        }
        System.out.println(
                "CPUX " + boundary.length() + " " + repeated.length() + " " + hostile.least + " " + shortest.least);
        System.out.println(
                "CPUX " + boundary.length() + " " + repeated.length() + " " + hostile.least + " " + shortest.least);
        assertThat(hostile.least).isPositive().isLessThan(3 * shortest.least);
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
                Arguments.of(BROWSER, "x\r--" + BROWSER));
    }

    @Test
    void skipsMostOfAUsualBody() {
        byte[] body = new byte[BODY];
        new Random(1).nextBytes(body);
        Cpu skipping = new Cpu(BROWSER, body);
        Cpu everyWord = new Cpu("a", body);
        for (int i = 0; i < TRIES; i++) {
            skipping.measure();
            everyWord.measure();
        }
        assertThat(skipping.least).isPositive().isLessThan(everyWord.least / 2);
    }

    /** The least CPU time that finding nothing in a body took this thread. */
    private static final class Cpu {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final DelimiterSearch search;

        private final byte[] body;

        private long least = Long.MAX_VALUE;

        Cpu(String boundary, byte[] body) {
            search = new DelimiterSearch(boundary.getBytes(ISO_8859_1));
            this.body = body;
        }

        void measure() {
            long before = THREADS.getCurrentThreadCpuTime();
            int found = -1;
            long ends = 0;
            for (int from = 0; from < BODY; from += READ) {
                found = Math.max(found, search.indexOf(body, from, from + READ));
                ends += search.partialIndexOf(body, from, from + READ);
            }
            least = Math.min(least, THREADS.getCurrentThreadCpuTime() - before);
            assertThat(found).isEqualTo(-1);
            assertThat(ends).isPositive();
        }
    }

    private static byte[] repeated(String text) {
        byte[] pattern = text.getBytes(ISO_8859_1);
        byte[] body = new byte[BODY];
        for (int i = 0; i < body.length; i++) {
            body[i] = pattern[i % pattern.length];
        }
        return body;
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
