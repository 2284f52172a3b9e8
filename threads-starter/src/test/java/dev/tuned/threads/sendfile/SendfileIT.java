/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.ResourceUrlEncodingFilter;

import dev.tuned.threads.support.WebApp;

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
        files = StaticFiles.start(Handlers.class, directory);
        content = files.file("large.bin", SIZE);
    }

    @AfterAll
    static void stop() {
        files.close();
    }

    @BeforeEach
    void count() {
        sentBefore = files.counts().sent();
        bytesBefore = files.counts().bytes();
    }

    private long sent() {
        return files.counts().sent() - sentBefore;
    }

    @Test
    void aFileIsSentWithTheHeadersOfSpringsOwn() {
        HttpResponse<byte[]> answer = files.get("/large.bin");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(content);
        assertThat(answer.headers().map())
                .containsKeys("Last-Modified", "Date")
                .containsEntry("content-length", List.of("" + SIZE))
                .containsEntry("content-type", List.of("application/octet-stream"))
                .containsEntry("accept-ranges", List.of("bytes"));
        assertThat(sent()).isOne();
        // Counted once the socket has taken them: the client may have all of them by then.
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(files.counts().bytes() - bytesBefore).isBetween(1L, (long) SIZE));
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

    @Test
    void anOldClientGetsAllAndThenTheEndOfItsConnection() throws IOException {
        String answer = new String(files.raw("GET /large.bin HTTP/1.0\r\n\r\n"), StandardCharsets.ISO_8859_1);

        assertThat(answer).startsWith("HTTP/1.1 200").contains("Connection: close");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                .isEqualTo(new String(content, StandardCharsets.ISO_8859_1));
        assertThat(sent()).isOne();
    }

    @Test
    void aConnectionThatIsKeptSendsFileAfterFile() {
        for (int i = 0; i < 50; i++) {
            assertThat(files.get("/large.bin").body()).isEqualTo(content);
        }
        assertThat(sent()).isEqualTo(50);
    }

    @Test
    void filesOfOddNamesAndBehindLinksAreSent() throws IOException {
        byte[] odd = files.file("odd name+(1)~.bin", 100_000);
        Files.createSymbolicLink(directory.resolve("link.bin"), directory.resolve("large.bin"));

        assertThat(files.get("/odd%20name+(1)~.bin").body()).isEqualTo(odd);
        assertThat(files.get("/link.bin").body()).isEqualTo(content);
        assertThat(sent()).isEqualTo(2);
    }

    @Test
    void headersOfResourcesAndHandlersStay() {
        byte[] zipped = files.file("style.css.gz", 100_000);
        files.file("style.css", 200_000);

        HttpResponse<byte[]> answer = files.get("/encoded/style.css", "Accept-Encoding", "gzip");

        assertThat(answer.body()).isEqualTo(zipped);
        assertThat(answer.headers().map())
                .containsEntry("content-encoding", List.of("gzip"))
                .containsEntry("content-type", List.of("text/css"))
                .containsEntry("cache-control", List.of("max-age=60"))
                .containsEntry("content-length", List.of("100000"));
        assertThat(sent()).isOne();
    }

    @Test
    void behindFiltersThatRewriteUrlsOnly() {
        try (StaticFiles filtered =
                StaticFiles.start(UrlFilters.class, directory, "server.forward-headers-strategy=framework")) {
            HttpResponse<byte[]> answer = filtered.get("/large.bin", "X-Forwarded-Host", "b");

            assertThat(answer.body()).isEqualTo(content);
            assertThat(filtered.counted()).isEqualTo("sent=1");
        }
    }

    @Test
    void metersTellTheSame() {
        MeterRegistry meters = files.app.context.getBean(MeterRegistry.class);
        files.get("/large.bin");
        files.get("/large.bin", "Range", "bytes=0-9");

        assertThat(meters.get("tuned.threads.sendfile.sent").functionCounter().count())
                .isEqualTo(files.counts().sent());
        Awaitility.await()
                .untilAsserted(() -> assertThat(meters.get("tuned.threads.sendfile.bytes")
                                .functionCounter()
                                .count())
                        .isEqualTo(files.counts().bytes())
                        .isPositive());
        assertThat(meters.get("tuned.threads.sendfile.fallback")
                        .tag("reason", "too-small")
                        .functionCounter()
                        .count())
                .isEqualTo(files.counts().fallbacks(Fallback.TOO_SMALL))
                .isPositive();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.WholeApp.class)
    static class Handlers implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            registry.addResourceHandler("/encoded/**")
                    .addResourceLocations(directory.toUri().toString())
                    .setCacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .resourceChain(true)
                    .addResolver(new EncodedResourceResolver());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class UrlFilters {

        @Bean
        ResourceUrlEncodingFilter urls() {
            return new ResourceUrlEncodingFilter();
        }
    }
}
