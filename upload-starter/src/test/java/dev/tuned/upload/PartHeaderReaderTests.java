/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import static dev.tuned.upload.ParseFailures.failure;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class PartHeaderReaderTests {

    private static final String NAME = "Content-Disposition: form-data; name=\"a\"\r\n";

    @Test
    void givesHeadersInAnyCaseAndInTheirOrder() throws IOException {
        PartHeaders part = read("X-One: 1\r\ncontent-TYPE :\t text/plain \r\nx-one:2\r\n" + NAME);
        assertThat(part.headerNames()).containsExactly("x-one", "content-type", "content-disposition");
        assertThat(part.headers("X-ONE")).containsExactly("1", "2");
        assertThat(part.header("x-one")).isEqualTo("1");
        assertThat(part.header("x-two")).isNull();
        assertThat(part.headers("x-two")).isEmpty();
        assertThat(part.contentType()).isEqualTo("text/plain");
    }

    @Test
    void joinsAHeaderThatGoesOnInTheNextLine() throws IOException {
        PartHeaders part = read("Content-Disposition: form-data;\r\n\t name=\"a\";\r\n  filename=\"b\"\r\nX: y\r\n");
        assertThat(part.header("content-disposition")).isEqualTo("form-data; name=\"a\"; filename=\"b\"");
        assertThat(part.submittedFileName()).isEqualTo("b");
    }

    @Test
    void passesOverLinesThatAreNoHeaders() throws IOException {
        assertThat(read("no header\r\n X: y\r\n" + NAME + "neither\r\n form-data; name=\"b\"\r\n")
                        .headerNames())
                .containsExactly("content-disposition");
    }

    @Test
    void readsNamesInTheCharsetOfTheRequest() throws IOException {
        assertThat(read(NAME.replace("\"a\"", "\"f\u00fcr \u6587\u4ef6\"")).name())
                .isEqualTo("f\u00fcr \u6587\u4ef6");
    }

    @Test
    void refusesAFileNameWithANulAsTheContainerDoes() {
        String headers = "Content-Disposition: form-data; name=\"a\"; filename=\"b.jsp\0.png\"\r\n\r\n";
        assertThat(failure("b", body(headers))).isEqualTo("MALFORMED");
    }

    @Test
    void readsALineThatIsLargerThanTheBuffer() throws IOException {
        assertThat(read("X: " + "y".repeat(5000) + "\r\n" + NAME).header("x")).hasSize(5000);
    }

    @Test
    void refusesHeadersLargerThanTheLimitOfAPart() {
        String headers = NAME + "X: " + "y".repeat(100) + "\r\n\r\n";
        assertThat(headers).hasSize(149);
        assertThat(failure("b", body(headers), ParsedPart.limits(-1, -1, -1, 149, -1)))
                .isEqualTo("none");
        assertThat(failure("b", body(headers), ParsedPart.limits(-1, -1, -1, 148, -1)))
                .isEqualTo("HEADER_TOO_LARGE 148 149 part-header");
    }

    @Test
    void refusesHeadersLargerThanTheLimitOfAllParts() {
        String parts = ("--b\r\n" + NAME + "\r\n\r\n").repeat(3) + "--b--";
        int size = NAME.length() + 2;
        assertThat(failure("b", parts, ParsedPart.limits(-1, -1, -1, -1, 3 * size)))
                .isEqualTo("none");
        assertThat(failure("b", parts, ParsedPart.limits(-1, -1, -1, size, 3 * size - 1)))
                .isEqualTo("HEADER_TOO_LARGE %d %d total-header".formatted(3 * size - 1, 3 * size));
    }

    @Test
    void refusesALineWithoutEndBeforeItIsRead() {
        ParserLimits limits = ParsedPart.limits(-1, -1, -1, 4096, -1);
        for (String head : new String[] {"--b\r\nX: y", "--b\r\n" + NAME + "\n\n\r", "--b\r\n"}) {
            assertThat(failure("b", () -> new Endless(head), limits)).startsWith("HEADER_TOO_LARGE 4096");
        }
        assertThat(failure("b", () -> new Endless("--b\r\nX: y"), ParsedPart.limits(-1, -1, -1, -1, 4096)))
                .startsWith("HEADER_TOO_LARGE 4096");
    }

    @Test
    void refusesMoreLinesThanAnybodySends() {
        int most = PartHeaderReader.MAX_LINES;
        assertThat(failure("b", body(NAME + "X: y\r\n".repeat(most - 1) + "\r\n")))
                .isEqualTo("none");
        assertThat(failure("b", body(NAME + "X: y\r\n".repeat(most) + "\r\n"))).isEqualTo("HEADER_TOO_LARGE");
        assertThat(failure("b", body(NAME + " \r\n".repeat(most) + "\r\n"))).isEqualTo("HEADER_TOO_LARGE");
    }

    private static String body(String headers) {
        return "--b\r\n" + headers + "\r\n--b--";
    }

    private static PartHeaders read(String headers) throws IOException {
        byte[] body = body(headers + "\r\n").getBytes(UTF_8);
        try (MultipartParser parser = new MultipartParser(
                new Trickle(body, () -> 7), new Boundary("b"), ParsedPart.NO_LIMITS, new BufferPool(64), UTF_8)) {
            PartHeaders part = parser.nextPart();
            assertThat(part).isNotNull();
            return part;
        }
    }
}
