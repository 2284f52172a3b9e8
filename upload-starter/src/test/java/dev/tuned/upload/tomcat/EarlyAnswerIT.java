/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;
import dev.tuned.upload.UploadServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Answers to bodies of 12 MB that are refused by their length alone, for clients of all kinds. */
class EarlyAnswerIT {

    private static final int SIZE = 12 << 20;

    private static final String UNAUTHORIZED = "Unauthorized";

    private static UploadServer server;

    @BeforeAll
    static void start() {
        server = new UploadServer(FormApplication.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void rawSocketThatSendsEverythingFirstReadsAWholeAnswer() throws Exception {
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + SIZE);
            for (int sent = 0; sent < SIZE; sent += 1 << 20) {
                client.send(new byte[1 << 20]);
            }
            String answer = client.readAll();
            assertThat(answer).startsWith("HTTP/1.1 413 ").contains("\"status\":413");
            assertThat(answer).endsWith("\r\n0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"Content-Length, false", "Content-Length, true", "chunked, false", "chunked, true"})
    void answerOfAFilterThatReadsNothingIsRead(String framing, boolean errorPage) throws Exception {
        try (UploadServer other = new UploadServer(
                        FormApplication.class, List.of(Unauthorized.class), "test.error-page=" + errorPage);
                RawClient client = new RawClient(other.port())) {
            if (framing.equals("chunked")) {
                client.head("/file", "Transfer-Encoding: chunked")
                        .chunk(new byte[8 << 20])
                        .chunk(new byte[0]);
            } else {
                client.head("/file", "Content-Length: " + (8 << 20)).send(new byte[8 << 20]);
            }
            assertThat(client.readUntil(UNAUTHORIZED))
                    .startsWith("HTTP/1.1 401 ")
                    .endsWith(UNAUTHORIZED);
        }
    }

    /** Answers before anybody reads, itself or by the error page. */
    @Configuration(proxyBeanMethods = false)
    static class Unauthorized {

        @Bean
        FilterRegistrationBean<Filter> unauthorized(@Value("${test.error-page}") boolean errorPage) {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletResponse http = (HttpServletResponse) response;
                if (errorPage) {
                    http.sendError(401);
                } else {
                    http.setStatus(401);
                    http.getWriter().print(UNAUTHORIZED);
                }
            });
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return filter;
        }
    }

    @Test
    void answerIsReadThoughNoDirectoryIsThereForTheBody(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        try (UploadServer other = new UploadServer(
                        FormApplication.class,
                        "spring.servlet.multipart.location=" + file.resolve("below"),
                        "spring.servlet.multipart.max-request-size=20MB");
                RawClient client = new RawClient(other.port())) {
            client.head("/file", "Content-Length: " + SIZE);
            client.send(new byte[SIZE]);
            assertThat(client.readAll()).startsWith("HTTP/1.1 500 ").endsWith("\r\n0\r\n\r\n");
        }
    }

    @Test
    void answerIsCompleteBeforeTheBodyIsSent() throws Exception {
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + SIZE);
            assertThat(client.readUntil("\r\n0\r\n\r\n"))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("\"status\":413");
        }
    }

    @Test
    void javasClientReadsTheAnswer() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/file"))
                .header("Content-Type", FormData.CONTENT_TYPE)
                .POST(BodyPublishers.ofByteArray(new byte[SIZE]))
                .build();
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.body()).contains("\"status\":413");
        }
    }

    static boolean hasCurl() {
        return Files.isExecutable(Path.of("/usr/bin/curl"));
    }

    @Test
    @EnabledIf("hasCurl")
    void curlReadsTheAnswer(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("large"), new byte[SIZE]);
        Process curl = new ProcessBuilder(
                        "/usr/bin/curl",
                        "-sS",
                        "-w",
                        "%{http_code}",
                        "-F",
                        "file=@" + file,
                        "http://127.0.0.1:" + server.port() + "/file")
                .redirectErrorStream(true)
                .start();
        String output = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(output).contains("\"status\":413").endsWith("413");
    }

    static boolean hasChromium() {
        return Files.isExecutable(Path.of("/usr/bin/chromium"));
    }

    @Test
    @EnabledIf("hasChromium")
    void chromiumReadsTheAnswer(@TempDir Path directory) throws Exception {
        FormApplication.SEEN_BY_PAGE.clear();
        String page = "http://127.0.0.1:" + server.port() + "/page?size=" + SIZE;
        Process chromium = new ProcessBuilder(List.of(
                        "/usr/bin/chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--remote-debugging-port=0", // Keeps it open.
                        "--user-data-dir=" + directory.resolve("profile"),
                        page))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(5)).until(() -> !FormApplication.SEEN_BY_PAGE.isEmpty());
            assertThat(FormApplication.SEEN_BY_PAGE).containsExactly("answer 413");
        } finally {
            chromium.descendants().forEach(ProcessHandle::destroyForcibly);
            chromium.destroyForcibly().onExit().join();
        }
    }
}
