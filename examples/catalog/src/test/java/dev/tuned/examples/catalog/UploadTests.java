/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class UploadTests extends CatalogServer {

    private static final byte[] NOTHING = {};

    @Test
    void everyFieldAndFileIsAnswered() {
        byte[] small = "one".getBytes(StandardCharsets.UTF_8);
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        Multipart body = new Multipart()
                .field("title", "größe")
                .file("doc", "日本語.txt", small)
                .file("other", "../../etc/passwd", large)
                .field("empty", "")
                .file("doc", "second.txt", NOTHING)
                .field("tag", "a")
                .field("tag", "b")
                .file("none", "", NOTHING)
                .end();
        HttpResponse<String> response = upload("/uploads", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        JsonNode answer = json(response);
        assertThat(answer.path("fields")).isEqualTo(json("{\"title\":\"größe\",\"empty\":\"\",\"tag\":[\"a\",\"b\"]}"));
        assertThat(answer.path("files"))
                .isEqualTo(json("["
                        + file("doc", "日本語.txt", small) + ","
                        + file("doc", "second.txt", NOTHING) + ","
                        + file("other", "../../etc/passwd", large) + ","
                        + file("none", "", NOTHING) + "]"));
    }

    @Test
    void anEmptyFormHasNoParts() {
        assertThat(upload("/uploads", new Multipart().end()).body()).isEqualTo("{\"fields\":{},\"files\":[]}");
    }

    @Test
    void aFileAboveTheLimitIsTooLarge() {
        byte[] content = new byte[101 << 20];
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/uploads"))
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofByteArray(content));
        problem(send(request), 413);
    }

    @Test
    void whatIsNotMultipartIsUnsupported() {
        problem(sendJson("POST", "/uploads", "{}"), 415);
    }

    private static String file(String field, String name, byte[] content) {
        try {
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            return "{\"field\":\"%s\",\"name\":\"%s\",\"size\":%d,\"sha256\":\"%s\"}"
                    .formatted(field, name, content.length, sha256);
        } catch (NoSuchAlgorithmException ex) {
            throw new AssertionError(ex);
        }
    }
}
