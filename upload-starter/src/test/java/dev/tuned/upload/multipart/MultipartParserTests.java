/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.upload.tomcat.TomcatHeaders;

import static dev.tuned.upload.multipart.ParseFailures.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class MultipartParserTests {

    private static final String FIELD = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n";

    private static final String FILE =
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                    + "two\r\n";

    @Test
    void readsFieldsAndFiles() throws IOException {
        assertThat(ParsedPart.parse("b", FIELD + FILE + "--b--\r\n"))
                .containsExactly(
                        new ParsedPart("a", null, null, "one"), new ParsedPart("f", "x.txt", "text/plain", "two"));
    }

    @Test
    void takesAFormWithoutFieldsAndABodyWithoutAnything() throws IOException {
        assertThat(ParsedPart.parse("b", "--b--\r\n")).isEmpty();
        assertThat(ParsedPart.parse("b", "--b--")).isEmpty();
        assertThat(ParsedPart.parse("b", "")).isEmpty();
    }

    @Test
    void readsAnEmptyFile() throws IOException {
        assertThat(ParsedPart.parse(
                        "b", "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--b--"))
                .containsExactly(new ParsedPart("f", "", null, ""));
    }

    @Test
    void readsNothingBehindTheClosingDelimiter() throws IOException {
        byte[] body = (FIELD + "--b--" + "\r\n".repeat(100)).getBytes(UTF_8);
        Trickle in = new Trickle(body, () -> 1);
        ParsedPart.parse("b", in, 64, ParsedPart.NO_LIMITS);
        assertThat(in.position()).isEqualTo(FIELD.length() + "--b--".length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-\r\n", " \r\n", "\r\r\n", "- -"})
    void endsWithADelimiterThatNoLineBreakFollows(String rest) throws IOException {
        assertThat(ParsedPart.parse("b", FIELD + "--b" + rest + FILE)).hasSize(1);
    }

    @Test
    void refusesABodyThatEndsWithinAPart() {
        String body = FIELD + FILE + "--b--";
        for (int length = 1; length < body.length(); length++) {
            // A delimiter is complete with its third byte, and a part begins with the fifth.
            int sinceDelimiter = (length < FIELD.length() + 3)
                    ? length
                    : (length < FIELD.length() + FILE.length() + 3)
                            ? length - FIELD.length()
                            : length - FIELD.length() - FILE.length();
            assertThat(failure("b", body.substring(0, length)))
                    .as("%d bytes", length)
                    .isEqualTo(sinceDelimiter < 5 ? "none" : "TRUNCATED");
        }
    }

    @Test
    void skipsWhatOfAPartWasNotAskedFor() throws IOException {
        try (MultipartParser parser = parser(FIELD + FILE + FIELD + "--b--", ParsedPart.NO_LIMITS)) {
            assertThat(parser.nextPart()).isNotNull();
            PartHeaders file = parser.nextPart();
            assertThat(file).isNotNull();
            assertThat(file.name()).isEqualTo("f");
            assertThat(parser.nextSlice()).isTrue();
            assertThat(parser.nextPart()).isNotNull();
            assertThat(parser.nextPart()).isNull();
            assertThat(parser.nextPart()).isNull();
            assertThat(parser.nextSlice()).isFalse();
        }
    }

    @Test
    void skipsPartsWithoutAName() throws IOException {
        String nameless = "--b\r\nContent-Type: text/plain\r\n\r\nnobody's\r\n"
                + "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nno form\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nempty\r\n";
        assertThat(ParsedPart.parse("b", nameless + FIELD + "--b--"))
                .containsExactly(new ParsedPart("a", null, null, "one"));
    }

    @Test
    void readsTenThousandTinyParts() throws IOException {
        assertThat(ParsedPart.parse("b", FIELD.repeat(10_000) + "--b--"))
                .hasSize(10_000)
                .allMatch(part -> part.content().equals("one"));
    }

    @Test
    void refusesMorePartsThanTheLimit() {
        ParserLimits limits = ParsedPart.limits(-1, 3, -1);
        assertThat(failure("b", FIELD.repeat(3) + "--b--", limits)).isEqualTo("none");
        assertThat(failure("b", FIELD.repeat(10_000) + "--b--", limits)).isEqualTo("TOO_MANY_PARTS 3 4 parts");
    }

    @Test
    void refusesPartsLargerThanTheirLimit() {
        ParserLimits limits = ParsedPart.limits(3, -1, -1);
        assertThat(failure("b", FILE + "--b--", limits)).isEqualTo("none");
        assertThat(failure("b", FILE.replace("two", "four") + "--b--", limits)).isEqualTo("FILE_TOO_LARGE 3 4 part");
        assertThat(failure("b", FIELD.replace("one", "four") + "--b--", limits)).isEqualTo("FILE_TOO_LARGE 3 4 part");
    }

    @Test
    void refusesAPartThatIsPassedOverAndTooLargeToo() throws IOException {
        try (MultipartParser parser = parser(FILE + "--b--", ParsedPart.limits(1, -1, -1))) {
            parser.nextPart();
            assertThat(ParseFailures.of(parser::nextPart)).isEqualTo("FILE_TOO_LARGE 1 3 part");
        }
    }

    /** A limit cut to 32 bits would be 5 bytes. */
    @Test
    void takesALimitBeyondFourGigabytesForNoLess() {
        ParserLimits limits = ParsedPart.limits((1L << 32) + 5, -1, -1);
        String content = "x".repeat(100_000);
        assertThat(failure("b", FIELD.replace("one", content) + FILE.replace("two", content) + "--b--", limits))
                .isEqualTo("none");
    }

    /** Some seconds of a processor: no count goes beyond four gigabytes earlier. */
    @Test
    @Tag("nightly")
    void countsBeyondFourGigabytes() throws IOException {
        long limit = (1L << 32) + 5;
        String head = FILE.substring(0, FILE.indexOf("two"));
        ParserLimits limits = ParsedPart.limits(limit, -1, -1);
        BufferPool pool = new BufferPool(1 << 20, 1 << 20);
        try (MultipartParser parser = ParsedPart.parser(new Endless(head), "b", limits, pool)) {
            parser.nextPart();
            assertThat(ParseFailures.of(parser::nextPart)).startsWith("FILE_TOO_LARGE 4294967301 429");
            assertThat(parser.partSize()).isBetween(limit + 1, limit + (1 << 20));
        }
    }

    @Test
    void failsAgainAfterAFailure() throws IOException {
        try (MultipartParser parser = parser(FIELD + FILE, ParsedPart.NO_LIMITS)) {
            parser.nextPart();
            parser.nextPart();
            assertThat(ParseFailures.of(parser::nextPart)).isEqualTo("TRUNCATED");
            assertThatIllegalStateException().isThrownBy(parser::nextPart);
            assertThatIllegalStateException().isThrownBy(parser::nextSlice);
        }
    }

    @Test
    void givesItsBufferBackOnceAndIsOfNoUseThen() throws IOException {
        BufferPool pool = new BufferPool(128, 1 << 20);
        Trickle in = Trickle.splitAt((FIELD + FILE + "--b--").getBytes(UTF_8), 1000);
        MultipartParser parser = ParsedPart.parser(in, "b", ParsedPart.NO_LIMITS, pool);
        parser.nextPart();
        byte[] buffer = parser.array();
        parser.close();
        parser.close();
        assertThat(pool.take()).isSameAs(buffer);
        assertThat(pool.take()).isNotSameAs(buffer);
        // To go on silently would make a truncated file.
        assertThatIllegalStateException().isThrownBy(parser::nextSlice);
        assertThatIllegalStateException().isThrownBy(parser::nextPart);
        assertThatIllegalStateException().isThrownBy(parser::array);
    }

    @Test
    void takesNoBufferBeforeItReads() {
        BufferPool pool = new BufferPool(128, 1 << 20);
        byte[] only = new byte[128];
        pool.giveBack(only);
        MultipartParser parser = ParsedPart.parser(new Endless('x'), "b", ParsedPart.NO_LIMITS, pool);
        assertThat(pool.take()).isSameAs(only);
        parser.close();
    }

    private static MultipartParser parser(String body, ParserLimits limits) {
        InputStream in = Trickle.splitAt(body.getBytes(UTF_8), body.length());
        return ParsedPart.parser(in, "b", limits, new BufferPool(128, 1 << 20));
    }

    @Test
    void takesAnythingBeforeTheFirstDelimiterAndBehindTheLast() throws IOException {
        for (String before : List.of("\n", "\r\n", "\ufeff", "junk", "a line\n", "--", "-- b", "x".repeat(100_000))) {
            assertThat(ParsedPart.parse("b", before + FIELD + "--b--  \r\nepilogue\r\n" + FIELD))
                    .containsExactly(new ParsedPart("a", null, null, "one"));
        }
    }

    @Test
    void takesALineFeedAloneBehindADelimiter() throws IOException {
        assertThat(ParsedPart.parse(
                        "b", FIELD.replace("--b\r\n", "--b\n") + FILE.replace("--b\r\n", "--b\n") + "--b--"))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one\n--bc\r\nrest",
                "x--b\r\n",
                "--bc",
                "\r--b\r",
                "one\n--b\r\nrest",
                "one\n--b--",
                "one\n--b\nrest",
                "--b\r\nrest"
            })
    void keepsWhatOnlyLooksLikeADelimiter(String content) throws IOException {
        assertThat(ParsedPart.parse("b", FIELD.replace("one", content) + FILE + "--b--"))
                .extracting(ParsedPart::content)
                .containsExactly(content, "two");
    }

    /** As Tomcat's parser, which then reads on to the next empty line. */
    @ParameterizedTest
    @CsvSource({
        "'--b\r\n\r\nno headers\r\n', 0",
        "'--b\r\nContent-Disposition: form-data; name=\"a\"\r\n', 1",
        "'--b\r\n--b\r\nX: y\r\n\r\n', 0"
    })
    void takesPartsWithoutHeadersOrWithoutTheirEndForOneWithTheNext(String part, int parts) throws IOException {
        assertThat(ParsedPart.parse("b", part + FIELD + "--b--")).hasSize(parts);
    }

    /** Tomcat's parser refuses such headers; to skip the part would lose it. */
    @Test
    void refusesHeadersThatTheCharsetMakesUnreadable() {
        InputStream in = new ByteArrayInputStream((FIELD + "--b--").getBytes(UTF_8));
        BufferPool pool = new BufferPool(128, 1 << 20);
        try (MultipartParser parser =
                new MultipartParser(in, new byte[] {'b'}, ParsedPart.NO_LIMITS, pool, UTF_16, TomcatHeaders.INSTANCE)) {
            assertThat(ParseFailures.of(parser::nextPart)).isEqualTo("MALFORMED");
        }
    }

    @Test
    void readsTheFilesOfAMultipartWithin() throws IOException {
        String within = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n"
                + "Content-Type: multipart/mixed; boundary=c\r\n\r\n"
                + "--c\r\nContent-Disposition: attachment; filename=\"1\"\r\n\r\nfirst\r\n"
                + "--c\r\nContent-Disposition: attachment; filename=\"2\"\r\n\r\nsecond\r\n--c--\r\n";
        assertThat(ParsedPart.parse("b", FIELD + within + FILE + "--b--"))
                .extracting(part -> part.name() + " " + part.fileName() + " " + part.content())
                .containsExactly("a null one", "file 1 first", "file 2 second", "f x.txt two");
        assertThat(failure("b", within.replace("--c--", "--c") + "--b--")).isNotEqualTo("none");
        assertThat(failure("b", within + FIELD)).isEqualTo("TRUNCATED");
    }

    /** As Tomcat's parser: which of semicolon and comma comes first separates the parameters. */
    @ParameterizedTest
    @CsvSource({
        "'; boundary=c', none",
        "', boundary=c', none",
        "',; boundary=c', MALFORMED",
        "'; charset=x, boundary=c', MALFORMED"
    })
    void multipartWithinHasItsParametersBehindASemicolonOrAComma(String parameters, String failure) {
        String within =
                "--b\r\nContent-Disposition: form-data; name=\"file\"\r\nContent-Type: multipart/mixed" + parameters
                        + "\r\n\r\n--c\r\nContent-Disposition: attachment; filename=\"1\"\r\n\r\nfirst\r\n--c--\r\n";
        assertThat(failure("b", within + "--b--")).isEqualTo(failure);
    }

    @Test
    void refusesHeadersLargerThanTheLimit() {
        int size = FIELD.indexOf("one") - "--b\r\n".length();
        assertThat(failure("b", FIELD + "--b--", ParsedPart.limits(-1, -1, size)))
                .isEqualTo("none");
        assertThat(failure("b", FIELD + "--b--", ParsedPart.limits(-1, -1, size - 1)))
                .isEqualTo("HEADER_TOO_LARGE %d %d part-header".formatted(size - 1, size));
    }

    @Test
    void keepsContentsOfAllKinds() throws IOException {
        List<String> contents = List.of("", "\r\n", "x--b", "\r\n--", "\0", "\u00ff\u0080", "-".repeat(5000));
        for (String content : contents) {
            byte[] head = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".getBytes(UTF_8);
            String whole = new String(head, UTF_8) + content + "\r\n--b--";
            byte[] body = whole.getBytes(ISO_8859_1);
            assertThat(ParsedPart.parse("b", Trickle.splitAt(body, 70), 128, ParsedPart.NO_LIMITS))
                    .containsExactly(new ParsedPart("a", null, null, content));
        }
    }
}
