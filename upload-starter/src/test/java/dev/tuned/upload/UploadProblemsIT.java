/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** What a client is told about an upload that failed. */
class UploadProblemsIT {

    private static UploadServer server;

    @BeforeAll
    static void start() {
        server = new UploadServer("tuned.upload.max-request-size=2MB", "tuned.upload.max-file-size=1MB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void tooLargeFileIsToldWithLimitAndProperty() throws Exception {
        HttpResponse<String> response = server.send("/file", new FormData().file("file", "a", new byte[(1 << 20) + 1]));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        Map<String, Object> problem = JsonParserFactory.getJsonParser().parseMap(response.body());
        assertThat(problem)
                .containsEntry("status", 413)
                .containsEntry("title", "File too large")
                .containsEntry("instance", "/file")
                .containsEntry("reason", "file-too-large")
                .containsEntry("limit", 1 << 20)
                .containsEntry("property", "tuned.upload.max-file-size")
                .hasEntrySatisfying(
                        "detail", detail -> assertThat(detail.toString()).contains("'file'"));
        assertThat((Integer) problem.get("actual")).isGreaterThan(1 << 20);
    }

    @Test
    void tooLargeRequestIsRefusedBeforeItsBody() throws Exception {
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: 3000000", "Expect: 100-continue");
            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 413 ")
                    .contains("Connection: close")
                    .contains("\"reason\":\"request-too-large\",\"limit\":2097152,\"actual\":3000000")
                    .contains("\"property\":\"tuned.upload.max-request-size\"");
        }
    }

    @Test
    void clientThatAsksIsToldToContinueWhereTheBodyFits() throws Exception {
        byte[] form = new FormData().file("file", "a", new byte[100]).bytes();
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + form.length, "Expect: 100-continue", "Connection: close");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100");
            assertThat(client.send(form).readAll()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void filterThatAsksForAParameterGetsTheSameAnswer() throws Exception {
        HttpResponse<String> response =
                server.send("/file", new FormData().file("file", "a", new byte[1 << 21]), "X-Early", "parameter");
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("\"reason\":\"request-too-large\"");
    }

    @Test
    void bodyThatContentLengthCutsOffIsIncomplete() throws Exception {
        byte[] form = new FormData().file("file", "a", new byte[100]).bytes();
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + (form.length - 4)).send(form);
            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 400 ").contains("\"reason\":\"truncated\"");
        }
    }

    @Test
    void brokenChunkIsABadRequest() throws Exception {
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Transfer-Encoding: chunked").send("zz\r\n".getBytes(UTF_8));
            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ").contains("\"reason\":\"malformed\"");
        }
    }

    @Test
    void problemDetailsOfTheApplicationHaveTheSameProperties() throws Exception {
        try (UploadServer own = new UploadServer("spring.mvc.problemdetails.enabled=true")) {
            HttpResponse<String> response =
                    own.send("/file", new FormData().file("file", "a", new byte[(1 << 20) + 1]));
            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(response.body()).contains("\"limit\":1048576", "\"property\":\"tuned.upload.max-file-size\"");
        }
    }
}
