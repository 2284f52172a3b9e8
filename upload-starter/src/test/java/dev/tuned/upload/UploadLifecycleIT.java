/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.multipart.MultipartFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** When the body is read, by whom, and that nothing is left of it. */
class UploadLifecycleIT {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static UploadServer server;

    private static UploadServer eager;

    private static RecordingUploadListener listener;

    @BeforeAll
    static void start() {
        String limit = "tuned.upload.max-file-size=3MB";
        server = new UploadServer(List.of(Beans.class, Handlers.class), limit);
        eager = new UploadServer(List.of(Beans.class, Handlers.class), limit, "tuned.upload.eager=true");
        listener = server.bean(RecordingUploadListener.class);
    }

    @AfterAll
    static void stop() {
        server.close();
        eager.close();
    }

    @BeforeEach
    void forget() {
        listener.events().clear();
    }

    @AfterEach
    void nothingIsLeft() {
        for (UploadServer each : List.of(server, eager)) {
            await().untilAsserted(() -> {
                assertThat(each.bean(UploadEngine.class).memory().used()).isZero();
                try (Stream<?> files = Files.list(each.directory())) {
                    assertThat(files).isEmpty();
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"POST /absent, 404", "DELETE /file, 405", "POST /nothing, 200", "POST /file.css, 404"})
    void answerThatNeedsNoBodyComesBeforeIt(String requestLine, int status) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
            String head = requestLine + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + FormData.CONTENT_TYPE
                    + "\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(60_000);
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            assertThat(new String(line, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 " + status);
        }
        assertThat(listener.events()).isEmpty();
    }

    @Test
    void eagerReadingPrecedesTheLookForAHandler() throws Exception {
        RecordingUploadListener heard = eager.bean(RecordingUploadListener.class);
        heard.events().clear();
        assertThat(eager.send("/absent", form(10)).statusCode()).isEqualTo(404);
        assertThat(heard.events()).contains("started", "memory 10", "completed");
    }

    @Test
    void mappingMayLookAtFormFields() throws Exception {
        for (UploadServer each : List.of(server, eager)) {
            assertThat(each.post("/mapped", form(10))).isEqualTo("by field first 10");
            assertThat(each.post("/mapped", new FormData().field("a", "other"))).isEqualTo("by another field");
            assertThat(each.send("/mapped", new FormData()).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void bodyIsReadOnce() throws Exception {
        assertThat(server.send("/all/parts-first", form(10)).statusCode()).isEqualTo(200);
        assertThat(listener.events()).containsExactly("started", "memory 5", "memory 10", "completed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameter", "parts"})
    void containersPartsAnswerWhereAnEarlierFilterMadeItParse(String before) throws Exception {
        String tuned = server.send("/all/parts-first?a=query", form(2 << 20)).body();
        listener.events().clear();
        HttpResponse<String> answer = server.send("/all/parts-first?a=query", form(2 << 20), "X-Before", before);
        // In the order in which the container was asked.
        assertThat(answer.body().replace("query, first", "first, query"))
                .isEqualTo(before.equals("parts") ? tuned : tuned.replace("a=first", "a=query"));
        assertThat(listener.events()).contains("fell back").doesNotContain("memory 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameter", "parts"})
    void containersPartsAnswerForAChunkedBodyToo(String before) throws Exception {
        assertThat(chunked(form(10).bytes(), before)).startsWith("[a, null, null, 5");
        assertThat(listener.events()).contains("fell back");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void secondFormBehindTheOneThatAFilterSawIsNotTaken(boolean chunked) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(form(10).bytes());
        // More than any buffer that was filled with the end of the first form.
        body.writeBytes("x".repeat(chunked ? 20_000 : 7_000).getBytes(StandardCharsets.US_ASCII));
        body.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(new FormData().field("a", "hidden").bytes());
        String answer = chunked
                ? chunked(body.toByteArray(), "parameter")
                : exchange(BodyPublishers.ofByteArray(body.toByteArray()), "parameter")
                        .body();
        assertThat(answer).contains("first").doesNotContain("hidden");
    }

    private static String chunked(byte[] body, String before) throws Exception {
        return exchange(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)), before)
                .body();
    }

    private static HttpResponse<String> exchange(HttpRequest.BodyPublisher body, String before) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/all/parts-first"))
                        .header("Content-Type", FormData.CONTENT_TYPE)
                        .header("X-Before", before)
                        .POST(body)
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void readerThatAFilterTookLeavesNoParts() throws Exception {
        assertThat(server.send("/all/parts-first", form(10), "X-Before", "reader")
                        .statusCode())
                .isEqualTo(500);
        assertThat(server.send("/nothing", form(10), "X-Before", "reader").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/callable", "/future"})
    void filesStayUntilAsynchronousHandlingIsComplete(String path) throws Exception {
        assertThat(server.post(path, form(2 << 20))).isEqualTo("first " + (2 << 20));
        assertThat(server.post(path, form(1000))).isEqualTo("first 1000");
    }

    @Test
    void forwardSeesItsOwnParametersFirst() throws Exception {
        String answer = server.post("/forward?a=query", form(10));
        assertThat(answer).contains("a=forward[forward, first, query]").contains("[file, a.bin, ");
        assertThat(listener.events()).containsOnlyOnce("started");
    }

    @Test
    void forwardAfterReadingSeesTheSameForm() throws Exception {
        String answer = server.post("/read-and-forward?a=query", form(10));
        assertThat(answer).contains("a=forward[forward, first, query]").contains("[file, a.bin, ");
        assertThat(listener.events()).containsOnlyOnce("started");
    }

    @Test
    void errorPageSeesTheFormThatWasRead() throws Exception {
        assertThat(server.post("/read-and-fail?q=1", form(2 << 20))).isEqualTo("418 q=1 a=first");
        assertThat(listener.events()).containsOnlyOnce("started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fail", "/absent"})
    void errorPageReadsNothingThatWasNotRead(String path) throws Exception {
        assertThat(server.post(path + "?q=1", form(10))).endsWith(" q=1 a=null");
        assertThat(listener.events()).isEmpty();
    }

    @Test
    void tooLargeFileLeavesNothing() throws Exception {
        FormData form = form(2 << 20).file("file", "b.bin", FormData.random((3 << 20) + 1));
        assertThat(server.send("/all/parts-first", form).statusCode()).isEqualTo(413);
        assertThat(listener.events())
                .startsWith("started", "memory 5", "file 2097152")
                .endsWith("file-too-large");
    }

    @Test
    void truncatedBodyLeavesNothing() throws Exception {
        byte[] whole = form(2 << 20).bytes();
        HttpResponse<String> answer = exchange(BodyPublishers.ofByteArray(whole, 0, whole.length - 100), "nothing");
        assertThat(answer.statusCode()).isNotEqualTo(200);
        assertThat(listener.events()).endsWith("truncated");
    }

    @Test
    void handlerThatFailsLeavesNothing() throws Exception {
        assertThat(server.send("/read-and-throw", form(2 << 20)).statusCode()).isEqualTo(500);
        assertThat(listener.events()).contains("file 2097152", "completed");
    }

    private static FormData form(int size) {
        return new FormData().field("a", "first").file("file", "a.bin", FormData.random(size));
    }

    static class Beans {

        @Bean
        RecordingUploadListener recordingUploadListener() {
            return new RecordingUploadListener();
        }

        /** A filter that reads before everything else. */
        @Bean
        FilterRegistrationBean<Filter> first() {
            FilterRegistrationBean<Filter> first = new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest http = (HttpServletRequest) request;
                String before = String.valueOf(http.getHeader("X-Before"));
                switch (before) {
                    case "parameter" -> request.getParameter("a");
                    case "parts" -> http.getParts();
                    case "reader" -> request.getReader();
                    default -> {}
                }
                chain.doFilter(request, response);
            });
            first.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
            return first;
        }
    }

    @Controller
    static class Handlers implements ErrorController {

        @PostMapping("/nothing")
        @ResponseBody
        String nothing() {
            return "nothing";
        }

        @PostMapping(path = "/mapped", params = "a=first")
        @ResponseBody
        String mapped(@RequestParam String a, @RequestParam MultipartFile file) {
            return "by field " + a + " " + file.getSize();
        }

        @PostMapping(path = "/mapped", params = "a=other")
        @ResponseBody
        String mapped() {
            return "by another field";
        }

        @PostMapping("/callable")
        @ResponseBody
        Callable<String> callable(@RequestParam String a, @RequestParam MultipartFile file) {
            return () -> a + " " + file.getBytes().length;
        }

        @PostMapping("/future")
        @ResponseBody
        CompletableFuture<String> future(@RequestParam String a, @RequestParam MultipartFile file) {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return a + " " + file.getInputStream().readAllBytes().length;
                } catch (IOException ex) {
                    return ex.toString();
                }
            });
        }

        @PostMapping("/forward")
        String forward() {
            return "forward:/all/parts-first?a=forward";
        }

        @PostMapping("/read-and-forward")
        String readAndForward(@RequestParam String a, @RequestParam MultipartFile file) {
            assertThat(a + file.getSize()).isEqualTo("first,query10");
            return "forward:/all/parts-first?a=forward";
        }

        @PostMapping("/read-and-fail")
        void readAndFail(@RequestParam MultipartFile file, HttpServletResponse response) throws IOException {
            response.sendError(418);
        }

        @PostMapping("/fail")
        void fail(HttpServletResponse response) throws IOException {
            response.sendError(418);
        }

        @PostMapping("/read-and-throw")
        void readAndThrow(@RequestParam MultipartFile file) {
            throw new IllegalStateException("thrown");
        }

        @RequestMapping("/error")
        ResponseEntity<String> error(HttpServletRequest request) {
            int status = (int) request.getAttribute("jakarta.servlet.error.status_code");
            return ResponseEntity.status(status)
                    .body(status + " q=" + request.getParameter("q") + " a=" + request.getParameter("a"));
        }
    }
}
