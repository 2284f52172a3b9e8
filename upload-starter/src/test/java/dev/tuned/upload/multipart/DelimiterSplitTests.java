/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Bodies whose reads end anywhere, with a boundary for each of the searches. */
class DelimiterSplitTests {

    private static final String REPETITIVE = "a".repeat(70);

    @ParameterizedTest
    @ValueSource(strings = {"X", "7MA4YWxk", "----WebKitFormBoundary7MA4YWxkTrZu0gW"})
    void readsTheSameWhereverTheFirstReadEnds(String boundary) throws IOException {
        byte[] body = body(boundary);
        for (int split = 1; split < body.length; split++) {
            for (int bufferSize : new int[] {64, 128, 1024}) {
                assertThat(ParsedPart.parse(boundary, Trickle.splitAt(body, split), bufferSize, ParsedPart.NO_LIMITS))
                        .as("split at %d, buffer of %d", split, bufferSize)
                        .isEqualTo(parts(boundary));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "7MA4YWxk", "----WebKitFormBoundary7MA4YWxkTrZu0gW"})
    void readsTheSameInReadsOfAnySize(String boundary) throws IOException {
        byte[] body = body(boundary);
        for (int size = 1; size <= body.length; size++) {
            int readSize = size;
            // A delimiter of the last boundary is longer than the smallest of these buffers.
            for (int bufferSize : new int[] {8, 41, 42, 43, 100, 1024}) {
                assertThat(ParsedPart.parse(
                                boundary, new Trickle(body, () -> readSize), bufferSize, ParsedPart.NO_LIMITS))
                        .as("reads of %d, buffer of %d", size, bufferSize)
                        .isEqualTo(parts(boundary));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {70, 72, 73, 74, 75, 76, 80, 148, 512})
    void readsARepetitiveBoundaryInABufferOfAboutItsLength(int bufferSize) throws IOException {
        byte[] body = body(REPETITIVE);
        for (int size = 1; size < 200; size++) {
            int readSize = size;
            assertThat(ParsedPart.parse(
                            REPETITIVE, new Trickle(body, () -> readSize), bufferSize, ParsedPart.NO_LIMITS))
                    .as("reads of %d", size)
                    .isEqualTo(parts(REPETITIVE));
        }
    }

    private static byte[] body(String boundary) {
        StringBuilder body = new StringBuilder("preamble\r\n");
        for (ParsedPart part : parts(boundary)) {
            body.append("--").append(boundary).append("\r\nContent-Disposition: form-data; name=\"");
            body.append(part.name()).append("\"\r\n\r\n").append(part.content()).append("\r\n");
        }
        return body.append("--")
                .append(boundary)
                .append("--\r\nepilogue")
                .toString()
                .getBytes(UTF_8);
    }

    /** With contents that end like the beginning of a delimiter, or hold almost a whole one. */
    private static List<ParsedPart> parts(String boundary) {
        String shortened = boundary.substring(0, boundary.length() - 1);
        return List.of(
                part("empty", ""),
                part("text", "some text, longer than a delimiter, so that the search can skip some of its bytes"),
                part("line breaks", "\r\n\r\n\r\r\n--\r\n-\r\r"),
                part("almost", "\r\n--" + shortened + "\r\n--" + shortened + "%\r\n--\r\n--" + shortened),
                part("no line break", "-" + boundary + "--\n--" + boundary + "%\r--" + boundary + "\r\n-" + boundary),
                part("one", "\r"));
    }

    private static ParsedPart part(String name, String content) {
        return new ParsedPart(name, null, null, content);
    }
}
