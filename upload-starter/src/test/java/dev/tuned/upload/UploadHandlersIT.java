/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Handlers are found before the dispatch wherever the servlet is, and where forms name the method. */
class UploadHandlersIT {

    @Test
    void handlersAreFoundBelowAContextPathAndAServletPath() throws Exception {
        try (UploadServer server = new UploadServer(
                StreamApplication.class,
                "test.limit=1KB",
                "server.servlet.context-path=/app",
                "spring.mvc.servlet.path=/mvc")) {
            for (int i = 0; i < 2; i++) {
                // The first time the servlet is not initialized yet.
                HttpResponse<String> response =
                        server.send("/app/mvc/stream", new FormData().field("a", "x"), "X-Early", "yes");
                assertThat(response.body()).isEqualTo("a=x;");
            }
            RecordingListener listener = server.bean(RecordingListener.class);
            await().until(() -> listener.heard().size() == 4);
            listener.heard().clear();
            assertThat(server.send("/app/mvc/absent", new FormData().field("a", "x"), "X-Early", "yes")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(listener.heard()).isEmpty();
        }
    }

    @Test
    void formMayNameTheMethodWhereTheApplicationLetsIt() throws Exception {
        try (UploadServer server = new UploadServer(
                StreamApplication.class, "test.limit=1KB", "spring.mvc.hiddenmethod.filter.enabled=true")) {
            FormData form = new FormData().field("_method", "PUT").file("file", "a.bin", FormData.random(10));
            assertThat(server.post("/put", form)).isEqualTo("put 10");
            assertThat(server.post("/stream", new FormData().field("_method", "PUT")))
                    .isEqualTo("_method=PUT;");
        }
    }

    @Test
    void clientThatAsksFirstIsNotAskedForABodyNobodyReads() throws Exception {
        try (UploadServer server = new UploadServer(StreamApplication.class, "test.limit=1KB")) {
            for (String path : List.of("/absent", "/get-only", "/functional/absent", "/stream")) {
                try (RawUpload client = new RawUpload(server.port())) {
                    boolean found = path.equals("/stream");
                    byte[] body = new FormData().field("a", "x").bytes();
                    client.post(path, body.length, "Expect: 100-continue", "X-Early: yes");
                    if (found) {
                        client.send(body);
                    }
                    String answer = client.answer();
                    assertThat(answer.startsWith("HTTP/1.1 100 ")).as(path).isEqualTo(found);
                    assertThat(server.bean(RecordingListener.class).heard().isEmpty())
                            .as(path)
                            .isEqualTo(!found);
                }
            }
        }
    }
}
