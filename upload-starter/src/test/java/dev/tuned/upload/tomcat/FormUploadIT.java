/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import jakarta.servlet.Filter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.support.MultipartFilter;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;
import dev.tuned.upload.UploadServer;
import dev.tuned.upload.storage.UploadStorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/** Forms on a real server: limits, errors as the application shows them, and nothing that is left. */
@ExtendWith(OutputCaptureExtension.class)
class FormUploadIT {

    @TempDir
    private static Path directory;

    private static UploadServer server;

    private static UploadServer lazily;

    @BeforeAll
    static void start() {
        server = new UploadServer(
                FormApplication.class,
                "spring.servlet.multipart.location=" + directory,
                "spring.servlet.multipart.max-file-size=3MB",
                "tuned.upload.threshold=100KB",
                "tuned.upload.max-files=3",
                "tuned.upload.max-fields=4");
        lazily = new UploadServer(
                FormApplication.class, List.of(Swallowing.class), "spring.servlet.multipart.resolve-lazily=true");
    }

    @AfterAll
    static void stop() {
        lazily.close();
        server.close();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, 32_768, 100_000, 2 << 20})
    void fileArrivesAndLeavesNothing(int size) throws Exception {
        FormData form = new FormData().file("file", "a.bin", FormData.random(size));
        assertThat(server.post("/file", form)).startsWith(size + " ");
        nothingIsLeft();
    }

    @Test
    void requestOfAnotherServletIsTheContainersOwn() throws Exception {
        byte[] body = new FormData().field("a", "x").bytes();
        assertThat(server.post("/plain/x", new FormData().field("a", "x")))
                .startsWith("true ")
                .endsWith(" " + body.length);
    }

    @Test
    void fileThatIsCopiedElsewhereCanBeReadAgain(@TempDir Path same) throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeThat(memory).isWritable();
        assumeThat(Files.getFileStore(memory)).isNotEqualTo(Files.getFileStore(directory));
        FormData form = new FormData().file("file", "a", FormData.random(120_000));
        Path other = Files.createTempFile(memory, "upload", "");
        try {
            assertThat(server.post("/store?to=" + other, form)).isEqualTo("120000 again");
        } finally {
            Files.delete(other);
        }
        form = new FormData().file("file", "a", FormData.random(120_000));
        assertThat(server.post("/store?to=" + same.resolve("file"), form)).isEqualTo("120000 moved");
        nothingIsLeft();
    }

    @Test
    void whatAForwardAddsComesFirstAmongValuesAndLastAmongNames() throws Exception {
        FormData form = new FormData().field("a", "x").field("b", "y");
        assertThat(server.post("/forward?q=1", form)).isEqualTo("a[forward, x]b[y]q[1]c[3]");
    }

    @Test
    void fileThatTomcatWouldKeepInMemoryOutlivesItsRequest() throws Exception {
        try (UploadServer other =
                new UploadServer(FormApplication.class, "spring.servlet.multipart.file-size-threshold=200KB")) {
            byte[] content = FormData.random(100_000);
            other.post("/keep", new FormData().file("file", "a", content));
            for (int i = 0; i < 20; i++) {
                other.post("/file", new FormData().file("file", "b", FormData.random(100_001 + i)));
            }
            assertThat(other.get("/kept")).isEqualTo(DigestUtils.md5DigestAsHex(content));
            assertThat(other.bean(UploadStorage.class).memoryUsed()).isZero();
        }
    }

    @Test
    void textOfAllFieldsIsBoundedTogether() throws Exception {
        String text = "x".repeat(1_900_000);
        assertThat(server.post("/text", new FormData().field("a", text))).isEqualTo("1900000");
        FormData more = new FormData().field("a", text).field("b", "x".repeat(200_000));
        assertThat(server.send("/text", more).statusCode()).isEqualTo(413);
        nothingIsLeft();
    }

    @Test
    void filesAndFieldsAreCountedApart(CapturedOutput output) throws Exception {
        assertThat(server.send("/parts", form(3, 4)).statusCode()).isEqualTo(200);
        assertThat(server.send("/parts", form(4, 0)).statusCode()).isEqualTo(413);
        assertThat(output).contains("set by tuned.upload.max-files");
        assertThat(server.send("/parts", form(0, 5)).statusCode()).isEqualTo(413);
        assertThat(output).contains("set by tuned.upload.max-fields");
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {FormData.CONTENT_TYPE, "multipart/form-data"})
    void nobodyReadsTheRestOfABodyThatIsRefused(String type) throws Exception {
        byte[] body = new FormData()
                .file("file", "a", FormData.random((1 << 20) + 100_000))
                .bytes();
        try (RawClient client = new RawClient(lazily.port())) {
            client.send(("POST /body HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + type
                            + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            client.send(body);
            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ");
        }
    }

    /** A filter that asks for a parameter and does not care for what comes of that, and a handler that takes bytes. */
    @RestController
    static class Swallowing {

        @Bean
        FilterRegistrationBean<Filter> swallowing() {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                try {
                    request.getParameter("a");
                } catch (RuntimeException ex) {
                    request.setAttribute("failed", ex);
                }
                chain.doFilter(request, response);
            });
            filter.addUrlPatterns("/body");
            return filter;
        }

        @PostMapping("/body")
        int body(@RequestBody byte[] body) {
            return body.length;
        }
    }

    private static FormData form(int files, int fields) {
        FormData form = new FormData();
        for (int i = 0; i < files; i++) {
            form.file("file", "a.bin", FormData.random(10));
        }
        for (int i = 0; i < fields; i++) {
            form.field("field" + i, "value");
        }
        return form;
    }

    @Test
    void tooLargeFileIsAnsweredByTheErrorPageAndTheLogNamesTheProperty(CapturedOutput output) throws Exception {
        FormData form = new FormData().file("file", "a.bin", FormData.random((3 << 20) + 1));
        var page = server.send("/file", form, "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(413);
        assertThat(page.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        assertThat(page.body()).contains("<h1>").doesNotContain("dev.tuned", "Exception", "max-file-size");
        assertThat(output)
                .contains("set by spring.servlet.multipart.max-file-size")
                .contains("Maximum upload size of 3145728 bytes exceeded");
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "*/*"})
    void brokenBodyIsAnsweredAsTheApplicationAnswersErrors(String accepted) throws Exception {
        String answer = sendCutOff("/file", "Accept: " + accepted);
        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"error\":\"Bad Request\"");
        assertThat(answer).doesNotContain("Exception", "dev.tuned", "trace");
        nothingIsLeft();
    }

    @Test
    void brokenBodyIsAnsweredWhereAFilterResolvesParts() throws Exception {
        try (UploadServer filtered = new UploadServer(FormApplication.class, List.of(Filtering.class))) {
            assertThat(filtered.send("/file", broken()).statusCode()).isEqualTo(400);
            assertThat(filtered.post("/file", new FormData().file("file", "a", new byte[3])))
                    .startsWith("3 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/file", "/text", "/parts", "/parameters"})
    void brokenBodyIsAnsweredWherePartsAreResolvedLazily(String path) throws Exception {
        assertThat(lazily.send(path, broken()).statusCode()).isEqualTo(400);
    }

    private static FormData broken() {
        return new FormData().field("a", "x").file("file", "a\0b", new byte[3]);
    }

    @Configuration(proxyBeanMethods = false)
    static class Filtering {

        @Bean
        FilterRegistrationBean<MultipartFilter> multipartFilter() {
            MultipartFilter filter = new MultipartFilter();
            filter.setMultipartResolverBeanName("multipartResolver");
            return new FilterRegistrationBean<>(filter);
        }
    }

    @Test
    void problemDetailsAnswerWhereBootIsAskedForThem() throws Exception {
        try (UploadServer problems =
                new UploadServer(FormApplication.class, "spring.mvc.problemdetails.enabled=true")) {
            FormData form = new FormData().file("file", "a.bin", FormData.random((1 << 20) + 1));
            var answer = problems.send("/file", form);
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            var refused = problems.send("/file", broken());
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).doesNotContain("Exception", "delimiter");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails", "cut off", "too large", "aborted", "too many"})
    void nothingIsLeftAfterAHundredFailures(String how) throws Exception {
        fail(how, 100);
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails", "cut off", "too large", "aborted", "too many"})
    @Tag("nightly")
    void nothingIsLeftAfterAThousandFailures(String how) throws Exception {
        fail(how, 1_000);
        nothingIsLeft();
    }

    private static void fail(String how, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            switch (how) {
                case "fails" -> server.send("/fails", new FormData().file("file", "a", FormData.random(120_000)));
                case "cut off" -> sendCutOff("/file");
                case "too large" -> announceTooMuch();
                case "aborted" -> abort();
                default -> server.send("/parts", form(4, 0));
            }
        }
    }

    private static void announceTooMuch() throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: 100000000", "Connection: close");
            assertThat(client.readUntil("\r\n")).startsWith("HTTP/1.1 413 ");
        }
    }

    private static void abort() throws IOException {
        byte[] body = new FormData().file("file", "a", FormData.random(150_000)).bytes();
        try (RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + body.length);
            client.send(Arrays.copyOf(body, 140_000));
            client.reset();
        }
    }

    private static String sendCutOff(String path, String... headers) throws IOException {
        byte[] body = new FormData().file("file", "a", FormData.random(120_000)).bytes();
        int length = body.length - 20;
        try (RawClient client = new RawClient(server.port())) {
            List<String> all = Stream.concat(
                            Stream.of("Content-Length: " + length, "Connection: close"), Stream.of(headers))
                    .toList();
            client.head(path, all.toArray(new String[0]));
            client.send(Arrays.copyOf(body, length));
            return client.readAll();
        }
    }

    private static void nothingIsLeft() {
        await().untilAsserted(() -> {
            assertThat(server.bean(UploadStorage.class).memoryUsed()).isZero();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(Path::toString).filter(name -> name.endsWith(".tmp")))
                        .isEmpty();
            }
        });
    }
}
