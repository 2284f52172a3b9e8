/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class UploadTests extends CatalogServer {

    private static final String[] PATHS = {"/uploads", "/uploads/stream"};
    private static final byte[] NOTHING = {};

    @Test
    void everyFieldAndFileIsAnsweredInOrder() {
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        Multipart body = new Multipart()
                .field("title", "größe")
                .file("doc", "日本語.txt", "one".getBytes(StandardCharsets.UTF_8))
                .file("other", "../../etc/passwd", large)
                .field("empty", "")
                .file("doc", "日本語.txt", NOTHING)
                .field("tag", "a")
                .field("tag", "b")
                .file("none", "", NOTHING)
                .end();
        for (String path : PATHS) {
            HttpResponse<String> response = upload(path + "?title=no&query=1", body);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
            JsonNode answer = json(response);
            assertThat(answer.path("fields"))
                    .isEqualTo(json("{\"title\":\"größe\",\"empty\":\"\",\"tag\":[\"a\",\"b\"]}"));
            assertThat(answer.path("files"))
                    .isEqualTo(json("["
                            + file("doc", "日本語.txt", "one".getBytes(StandardCharsets.UTF_8)) + ","
                            + file("other", "../../etc/passwd", large) + ","
                            + file("doc", "日本語.txt", NOTHING) + ","
                            + file("none", "", NOTHING) + "]"));
        }
    }

    @Test
    void anEmptyFormHasNoParts() {
        for (String path : PATHS) {
            assertThat(upload(path, new Multipart().end()).body()).isEqualTo("{\"fields\":{},\"files\":[]}");
        }
    }

    @Test
    void manyPartsLongNamesAndLargeFieldsAreTaken() {
        Multipart body = new Multipart().field("text", "x".repeat(3_000_000)).file("f", "ä".repeat(900), NOTHING);
        for (int i = 0; i < 998; i++) {
            body.field("n" + i, "v");
        }
        HttpResponse<String> response = upload("/uploads?query=1", body.end());
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(json(response).path("fields").size()).isEqualTo(999);
    }

    @Test
    void moreThanAThousandPartsAreTooMany() {
        Multipart body = new Multipart();
        for (int i = 0; i < 1_001; i++) {
            body.field("n", "v");
        }
        assertThat(problem(upload("/uploads", body.end()), 413).path("detail").asString())
                .contains("1000");
    }

    @Test
    void aPartWithHugeHeadersIsTooLarge() {
        problem(
                upload(
                        "/uploads",
                        new Multipart().file("f", "x".repeat(5_000), NOTHING).end()),
                413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/uploads", "/uploads/stream"})
    void aBodyAboveTheLimitIsRefusedAndTheClientThatSentItAllReadsTheAnswer(String path) {
        byte[] chunk = new byte[1 << 20];
        boolean tuned = isTuned();
        int megabytes = !tuned ? 100 : path.endsWith("stream") ? 1024 : 10;
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofByteArrays(() -> Stream.concat(
                                Stream.of(("--b\r\nContent-Disposition: form-data; name=\"f\";"
                                                + " filename=\"f\"\r\n\r\n")
                                        .getBytes(StandardCharsets.UTF_8)),
                                Stream.generate(() -> chunk).limit(megabytes + 1))
                        .iterator()));
        JsonNode problem = problem(send(request), 413);
        if (tuned) {
            assertThat(problem.path("limit").asLong()).isEqualTo((long) megabytes << 20);
            assertThat(problem.path("actual").asLong()).isGreaterThan((long) megabytes << 20);
            assertThat(problem.path("property").asString()).startsWith("@UploadLimits");
        }
    }

    @Test
    void whatIsNotMultipartIsUnsupported() {
        for (String path : PATHS) {
            problem(sendJson("POST", path, "{}"), 415);
            problem(send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody())), 415);
        }
    }

    @Test
    void aMalformedBodyIsABadRequest() {
        List<Multipart> bodies = List.of(
                new Multipart(),
                new Multipart().raw("this is not a multipart body, whatever its type says"),
                new Multipart().field("a", "cut short"),
                new Multipart().part("form-data", NOTHING).end(),
                new Multipart().file("f", "a\0b", NOTHING).end());
        for (Multipart body : bodies) {
            problem(upload("/uploads", body), 400);
            problem(upload("/uploads/stream", body), 400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=%s"})
    void aMissingOrImpossibleBoundaryIsABadRequest(String type) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/uploads"))
                .header("Content-Type", type.formatted("b".repeat(5_000)))
                .POST(BodyPublishers.ofString("--b--"));
        // A handler is looked for before the boundary is, there, and none takes what is not even a type.
        problem(send(request), isTuned() && type.endsWith("=") ? 415 : 400);
    }

    private boolean isTuned() {
        return json(get("/in-force")).path("variant").asString().equals("tuned");
    }

    private static String file(String field, String name, byte[] content) {
        try {
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            return "{\"field\":\"%s\",\"name\":\"%s\",\"size\":%d,\"sha256\":\"%s\"}"
                    .formatted(field, name, content.length, sha256);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
