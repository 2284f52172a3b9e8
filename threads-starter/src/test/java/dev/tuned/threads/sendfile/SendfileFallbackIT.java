/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.error.ErrorPageRegistrar;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What does not go by sendfile: Spring's own answer, and the reason counted. */
class SendfileFallbackIT {

    @TempDir
    private Path directory;

    @Test
    void bySize() {
        try (StaticFiles files = StaticFiles.start(directory, "tuned.threads.tomcat.sendfile.min-size=20KB")) {
            assertThat(files.get("/a?").statusCode()).isEqualTo(404);
            for (int length : new int[] {0, 20_479, 20_480, 61_440, 61_441}) {
                byte[] content = files.file("f" + length, length);
                assertThat(files.get("/f" + length).body()).isEqualTo(content);
            }
            assertThat(files.counted()).isEqualTo("sent=3 too-small=2");

            // The range counts, not the file.
            assertThat(files.get("/f61441", "Range", "bytes=0-29999").body()).hasSize(30_000);
            assertThat(files.get("/f61441", "Range", "bytes=0-9").body()).hasSize(10);
            assertThat(files.counted()).isEqualTo("sent=4 too-small=3");
        }
    }

    @Test
    void withoutABodyOrWithSeveralParts() {
        try (StaticFiles files = StaticFiles.start(directory)) {
            files.file("a.bin", 200_000);

            HttpResponse<byte[]> head = files.exchange("HEAD", "/a.bin");
            HttpResponse<byte[]> headOfRange = files.exchange("HEAD", "/a.bin", "Range", "bytes=0-99999");
            HttpResponse<byte[]> ranges = files.get("/a.bin", "Range", "bytes=0-999,1001-1999");

            assertThat(head.headers().allValues("Content-Length")).containsExactly("200000");
            assertThat(headOfRange.headers().allValues("Content-Range")).containsExactly("bytes 0-99999/200000");
            assertThat(ranges.statusCode()).isEqualTo(206);
            assertThat(ranges.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("multipart/byteranges");
            assertThat(ranges.body()).hasSizeGreaterThan(1999);
            assertThat(files.counted()).isEqualTo("sent=0 multiple-ranges=1 head=2");
        }
    }

    @Test
    void aRangeBeyondTheEndIsRefused() {
        try (StaticFiles files = StaticFiles.start(directory)) {
            files.file("a.bin", 200_000);

            HttpResponse<byte[]> answer = files.get("/a.bin", "Range", "bytes=200000-");

            assertThat(answer.statusCode()).isEqualTo(416);
            assertThat(answer.headers().allValues("Content-Range")).containsExactly("bytes */200000");
            assertThat(files.counted()).isEqualTo("sent=0");
        }
    }

    @Test
    void whatTomcatCompressesForItsClient() throws IOException {
        try (StaticFiles files = StaticFiles.start(directory, "server.compression.enabled=true")) {
            byte[] text = files.file("a.txt", 200_000);
            byte[] bytes = files.file("a.bin", 200_000);

            HttpResponse<byte[]> zipped = files.get("/a.txt", "Accept-Encoding", "gzip");
            assertThat(zipped.headers().allValues("Content-Encoding")).containsExactly("gzip");
            assertThat(unzip(zipped.body())).isEqualTo(text);
            assertThat(files.counted()).isEqualTo("sent=0 encoded=1");

            HttpResponse<byte[]> range = files.get("/a.txt", "Accept-Encoding", "gzip", "Range", "bytes=7-99999");
            assertThat(range.statusCode()).isEqualTo(206);
            assertThat(range.headers().allValues("Content-Range")).containsExactly("bytes 7-99999/200000");
            assertThat(unzip(range.body())).isEqualTo(Arrays.copyOfRange(text, 7, 100_000));
            assertThat(files.counted()).isEqualTo("sent=0 encoded=2");

            HttpResponse<byte[]> plain = files.get("/a.txt");
            assertThat(plain.body()).isEqualTo(text);
            assertThat(plain.headers().allValues("Vary")).containsExactly("accept-encoding");
            assertThat(files.get("/a.bin", "Accept-Encoding", "gzip").body()).isEqualTo(bytes);
            assertThat(files.counted()).isEqualTo("sent=2 encoded=2");
        }
    }

    @Test
    void whatTomcatSendsInChunksBecauseTrailersFollow() {
        try (StaticFiles files = StaticFiles.start(Trailers.class, directory)) {
            byte[] content = files.file("a.bin", 200_000);

            assertThat(files.get("/a.bin").body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=0 encoded=1");
        }
    }

    private static byte[] unzip(byte[] bytes) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }

    @Test
    void whatIsNotAFile() {
        // A class of this size, from the jar of Tomcat.
        try (StaticFiles files = StaticFiles.start(
                directory, "spring.web.resources.static-locations=classpath:/org/apache/catalina/core/")) {
            HttpResponse<byte[]> answer = files.get("/StandardContext.class");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).hasSizeGreaterThan(60_000).startsWith(0xCA, 0xFE, 0xBA, 0xBE);
            assertThat(files.counted()).isEqualTo("sent=0 not-a-file=1");
        }
    }

    @Test
    void overHttp2() {
        try (StaticFiles files = StaticFiles.start(directory, "server.http2.enabled=true")) {
            byte[] content = files.file("a.bin", 200_000);
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + files.port() + "/a.bin"))
                    .build();
            for (int i = 0; i < 2; i++) {
                HttpResponse<byte[]> answer =
                        client.sendAsync(request, BodyHandlers.ofByteArray()).join();
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.body()).isEqualTo(content);
            }
            assertThat(files.counted()).isEqualTo("sent=0 http2=2");
        }
    }

    @Test
    void overTls() throws Exception {
        Path keys = directory.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=a",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "secret",
                        "-keystore",
                        keys.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        try (StaticFiles files = StaticFiles.start(
                directory, "server.ssl.key-store=" + keys.toUri(), "server.ssl.key-store-password=secret")) {
            byte[] content = files.file("a.bin", 200_000);

            byte[] answer = files.rawTls(keys, "secret", "GET /a.bin HTTP/1.0\r\n\r\n");

            assertThat(Arrays.copyOfRange(answer, answer.length - content.length, answer.length))
                    .isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=0 tls=1");
            assertThat(files.summary()).contains("no sendfile (TLS)");
        }
    }

    @Test
    void onOtherConnectors() {
        try (StaticFiles files = StaticFiles.start(Nio2.class, directory, "tuned.threads.web.mode=platform")) {
            byte[] content = files.file("a.bin", 200_000);

            assertThat(files.get("/a.bin").body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=0 unsupported=1");
            assertThat(files.summary()).contains("no sendfile (connector other than nio)");
        }
    }

    @Test
    void whatAFilterLooksAt() {
        try (StaticFiles files = StaticFiles.start(Etags.class, directory)) {
            byte[] content = files.file("a.bin", 200_000);

            HttpResponse<byte[]> answer = files.get("/a.bin");

            assertThat(answer.body()).isEqualTo(content);
            assertThat(answer.headers().firstValue("ETag")).isPresent();
            assertThat(files.counted()).isEqualTo("sent=0 wrapped=1");
        }
    }

    @Test
    void whatIsPartOfAnotherResponse() {
        try (StaticFiles files = StaticFiles.start(Dispatches.class, directory)) {
            byte[] content = files.file("a.bin", 200_000);

            assertThat(files.get("/include").body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=0 dispatch=1");
            HttpResponse<byte[]> error = files.get("/error-page");
            assertThat(error.statusCode()).isEqualTo(409);
            assertThat(error.body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=0 dispatch=2");
            byte[] after = files.get("/a.bin", "X-Before", "hi").body();
            assertThat(after).hasSize(200_002).startsWith('h', 'i', content[0]);
            assertThat(files.counted()).isEqualTo("sent=0 dispatch=2 committed=1");
        }
    }

    /** Else the client would read it as the beginning of the next answer. As without the starter, the connection ends. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAFilterAppendsToAWholeBodyIsNotSent(boolean enabled) throws IOException {
        try (StaticFiles files = StaticFiles.start(Dispatches.class, directory, "tuned.threads.enabled=" + enabled)) {
            String content = new String(files.file("a.bin", 200_000), StandardCharsets.ISO_8859_1);

            String answers = new String(
                    files.raw("GET /a.bin HTTP/1.1\r\nHost: a\r\nX-After: too much\r\n\r\n"
                            + "GET /a.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
                    StandardCharsets.ISO_8859_1);

            assertThat(answers.substring(answers.indexOf("\r\n\r\n") + 4)).isEqualTo(content);
            if (enabled) {
                assertThat(files.counted()).isEqualTo("sent=1");
            }
        }
    }

    @Test
    void butAForwardIsSent() {
        try (StaticFiles files = StaticFiles.start(Dispatches.class, directory)) {
            byte[] content = files.file("a.bin", 200_000);

            assertThat(files.get("/forward").body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=1");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class Nio2 {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> nio2() {
            return factory -> factory.setProtocol("org.apache.coyote.http11.Http11Nio2Protocol");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class Trailers {

        @Bean
        Filter trailers() {
            return (request, response, chain) -> {
                ((HttpServletResponse) response).setTrailerFields(() -> Map.of("Digest", "later"));
                chain.doFilter(request, response);
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class Etags {

        @Bean
        ShallowEtagHeaderFilter etags() {
            return new ShallowEtagHeaderFilter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Dispatcher.class})
    static class Dispatches {

        @Bean
        Filter before() {
            return (request, response, chain) -> {
                String text = ((HttpServletRequest) request).getHeader("X-Before");
                if (text != null) {
                    response.getOutputStream().print(text);
                    response.flushBuffer();
                }
                chain.doFilter(request, response);
                String after = ((HttpServletRequest) request).getHeader("X-After");
                if (after != null) {
                    response.getOutputStream().print(after);
                }
            };
        }

        @Bean
        ErrorPageRegistrar conflict() {
            return registry -> registry.addErrorPages(new ErrorPage(HttpStatus.CONFLICT, "/a.bin"));
        }
    }

    /** Leads to the file in other ways. */
    @Controller
    static class Dispatcher {

        @GetMapping("/forward")
        String forward() {
            return "forward:/a.bin";
        }

        @GetMapping("/include")
        void include(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            request.getRequestDispatcher("/a.bin").include(request, response);
        }

        @GetMapping("/error-page")
        void fail(HttpServletResponse response) throws IOException {
            response.sendError(409);
        }
    }
}
