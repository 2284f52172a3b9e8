/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes by sendfile, by HTTP on a real Tomcat: the same answers as Spring's own, to the byte. */
class SendfileIT {

    private static final int SIZE = 300_000;

    @TempDir
    private static Path directory;

    private static StaticFiles files;

    private static byte[] content;

    private long sentBefore;

    private long bytesBefore;

    @BeforeAll
    static void start() {
        files = StaticFiles.start(directory);
        content = files.file("large.bin", SIZE);
    }

    @AfterAll
    static void stop() {
        files.close();
    }

    @BeforeEach
    void count() {
        this.sentBefore = files.counts().sent();
        this.bytesBefore = files.counts().bytes();
    }

    private long sent() {
        return files.counts().sent() - this.sentBefore;
    }

    @Test
    void aFileIsSentWithTheHeadersOfSpringsOwn() {
        HttpResponse<byte[]> answer = files.get("/large.bin");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(content);
        assertThat(answer.headers().map())
                .containsKeys("Last-Modified", "Date")
                .containsEntry("content-length", java.util.List.of("" + SIZE))
                .containsEntry("content-type", java.util.List.of("application/octet-stream"))
                .containsEntry("accept-ranges", java.util.List.of("bytes"));
        assertThat(sent()).isOne();
        assertThat(files.counts().bytes() - this.bytesBefore).isEqualTo(SIZE);
    }

    @Test
    void aSingleRangeIsSentFromItsPlaceInTheFile() {
        HttpResponse<byte[]> answer = files.get("/large.bin", "Range", "bytes=1000-200999");

        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(content, 1000, 201_000));
        assertThat(answer.headers().allValues("Content-Range")).containsExactly("bytes 1000-200999/" + SIZE);
        assertThat(answer.headers().allValues("Content-Length")).containsExactly("200000");
        assertThat(sent()).isOne();
    }

    @Test
    void aRangeOfTheLastBytesIsSent() {
        HttpResponse<byte[]> answer = files.get("/large.bin", "Range", "bytes=-100000");

        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(content, SIZE - 100_000, SIZE));
        assertThat(answer.headers().allValues("Content-Range")).containsExactly("bytes 200000-299999/" + SIZE);
        assertThat(sent()).isOne();
    }

    @Test
    void tenPipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            files.file("p" + i, 100_000 + i);
            requests.append(
                    "GET /p" + i + " HTTP/1.1\r\nHost: a\r\n" + ((i == 9) ? "Connection: close\r\n" : "") + "\r\n");
        }

        byte[] answers = files.raw(requests.toString());

        int position = 0;
        for (int i = 0; i < 10; i++) {
            String rest = new String(answers, position, answers.length - position, StandardCharsets.ISO_8859_1);
            int body = position + rest.indexOf("\r\n\r\n") + 4;
            assertThat(rest).startsWith("HTTP/1.1 200").contains("Content-Length: " + (100_000 + i));
            position = body + 100_000 + i;
            assertThat(Arrays.copyOfRange(answers, body, position))
                    .isEqualTo(Files.readAllBytes(directory.resolve("p" + i)));
        }
        assertThat(position).isEqualTo(answers.length);
        assertThat(sent()).isEqualTo(10);
    }

    @Test
    void nothingIsSentWhereTheClientHasItAlready() {
        String modified =
                files.get("/large.bin").headers().firstValue("Last-Modified").orElseThrow();

        HttpResponse<byte[]> answer = files.get("/large.bin", "If-Modified-Since", modified);

        assertThat(answer.statusCode()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
        assertThat(sent()).isOne();
    }
}
