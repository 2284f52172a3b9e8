/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever is asked of static resources, the answer is Spring's, byte by byte: the same application without the starter's part. */
class StaticResourcesIT {

    private static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    private static Path root;

    private static StaticFiles tuned;

    private static StaticFiles stock;

    @BeforeAll
    static void start() throws IOException {
        Path served = Files.createDirectories(root.resolve("served"));
        String location = "--test.files=" + served.toUri();
        write(root.resolve("secret.txt"), 20);
        for (String name : new String[] {
            "small.txt", "noextension", "page.html", "data.unknown-type", ".hidden", "with space.txt", "plus+sign.txt",
            "h#sh.txt", "semi;colon.txt", "Größe.txt", "percent%41.txt", "t~ilde-_.x.tar.gz", "a..b.txt", "WEB-INF.txt"
        }) {
            write(served.resolve(name), 700);
        }
        write(served.resolve("large.bin"), 150_000);
        write(served.resolve("empty.txt"), 0);
        write(Files.createDirectories(served.resolve("sub/deep")).resolve("file.css"), 3000);
        Files.createSymbolicLink(served.resolve("link.txt"), root.resolve("secret.txt"));
        tuned = StaticFiles.start(FilesApp.class, served, location.substring(2));
        stock = StaticFiles.start(
                FilesApp.class, served, location.substring(2), "tuned.threads.tomcat.sendfile.enabled=false");
    }

    @AfterAll
    static void stop() {
        tuned.close();
        stock.close();
    }

    private static void write(Path file, int length) throws IOException {
        Files.writeString(file, "0123456789".repeat(length / 10), StandardCharsets.US_ASCII);
        Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "small.txt",
                "large.bin",
                "noextension",
                "page.html",
                "data.unknown-type",
                ".hidden",
                "empty.txt",
                "link.txt",
                "t~ilde-_.x.tar.gz",
                "a..b.txt",
                "WEB-INF.txt",
                "sub/deep/file.css",
                "missing.txt",
                "sub/missing/x",
                "sub",
                "sub/",
                "sub/deep",
                "small.txt/",
                "small.txt/x",
                "",
                "/small.txt",
                "//small.txt",
                "sub//deep/file.css",
                "./small.txt",
                "sub/./deep/file.css",
                "sub/../small.txt",
                "../secret.txt",
                "..%2fsecret.txt",
                "%2e%2e/secret.txt",
                "%2e%2e%2fsecret.txt",
                "..%5csecret.txt",
                "sub/%2e%2e/%2e%2e/secret.txt",
                "%252e%252e%252fsecret.txt",
                "sub/..;/../secret.txt",
                "small%2etxt",
                "sm%61ll.txt",
                "with%20space.txt",
                "with+space.txt",
                "plus+sign.txt",
                "plus%2Bsign.txt",
                "h%23sh.txt",
                "semi%3Bcolon.txt",
                "small.txt;v=1",
                "sub;v=1/deep/file.css",
                "Gr%C3%B6%C3%9Fe.txt",
                "percent%41.txt",
                "percent%2541.txt",
                "small.txt%00",
                "small.txt%20",
                "%20small.txt",
                "small.txt?v=1",
                "SMALL.TXT",
                "small.txt.",
                "controller",
                "controller/x",
                "file:/etc/passwd",
                "url:file:/etc/passwd",
                "~/small.txt",
                "$small.txt",
                "small.txt&x",
                "%E0%A4%A"
            })
    void everyPathIsAnsweredAsBySpringAlone(String path) throws IOException {
        same("GET /files/" + path + " HTTP/1.1\r\n");
        same("HEAD /files/" + path + " HTTP/1.1\r\n");
        same("GET /" + path + " HTTP/1.1\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Range: bytes=0-9",
                "Range: bytes=-10",
                "Range: bytes=690-",
                "Range: bytes=0-0",
                "Range: bytes=700-",
                "Range: bytes=5-2",
                "Range: lines=1-2",
                "Range: bytes=100000-140000",
                "If-Modified-Since: Fri, 02 Jan 2026 03:04:05 GMT",
                "If-Modified-Since: Fri, 02 Jan 2026 03:04:04 GMT",
                "If-Modified-Since: nonsense",
                "If-Unmodified-Since: Fri, 02 Jan 2026 03:04:04 GMT",
                "If-Unmodified-Since: Fri, 02 Jan 2026 03:04:05 GMT",
                "If-None-Match: \"x\"",
                "If-None-Match: *",
                "If-Match: \"x\"",
                "Accept: image/png",
                "Accept: nonsense",
                "Origin: http://elsewhere.example",
                "Content-Type: nonsense",
                "Accept-Encoding: gzip"
            })
    void everyHeaderIsAnsweredAsBySpringAlone(String header) throws IOException {
        for (String file : new String[] {"small.txt", "large.bin", "missing.txt"}) {
            same("GET /files/" + file + " HTTP/1.1\r\n" + header + "\r\n");
            same("HEAD /files/" + file + " HTTP/1.1\r\n" + header + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"})
    void everyMethodIsAnsweredAsBySpringAlone(String method) throws IOException {
        for (String path :
                new String[] {"/files/small.txt", "/files/missing", "/files/controller", "/kind", "/small.txt"}) {
            same(method + " " + path + " HTTP/1.1\r\n");
        }
    }

    @Test
    void aPreflightRequestIsAnsweredAsBySpringAlone() throws IOException {
        same("OPTIONS /files/small.txt HTTP/1.1\r\nOrigin: http://a.example\r\nAccess-Control-Request-Method: GET\r\n");
    }

    @Test
    void interceptorsCacheControlAndTheSettingsOfTheHandlerApply() throws IOException {
        assertThat(text(tuned, "GET /files/small.txt HTTP/1.1\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("X-Interceptor: ResourceHttpRequestHandler")
                .contains("Cache-Control: max-age=3600, public")
                .contains("Last-Modified: Fri, 02 Jan 2026 03:04:05 GMT")
                .contains("Content-Length: 700");
    }

    @Test
    void aFileIsSeenAsItIsAtEachRequest() throws IOException {
        Path file = root.resolve("served").resolve("changing.txt");
        String request = "GET /files/changing.txt HTTP/1.1\r\n";
        assertThat(text(tuned, request)).startsWith("HTTP/1.1 404");
        write(file, 100);
        assertThat(text(tuned, request)).contains("Content-Length: 100");
        write(file, 120_000);
        Files.setLastModifiedTime(file, FileTime.from(MODIFIED.plus(Duration.ofSeconds(1))));
        assertThat(text(tuned, request)).contains("Content-Length: 120000").contains("03:04:06 GMT");
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(text(tuned, request)).startsWith("HTTP/1.1 404");
        Files.delete(file);
        assertThat(text(tuned, request)).startsWith("HTTP/1.1 404");
    }

    private static void same(String head) throws IOException {
        assertThat(text(tuned, head)).as(head).isEqualTo(text(stock, head));
    }

    /** The answer without what differs by time. */
    private static String text(StaticFiles files, String head) throws IOException {
        byte[] answer = files.raw(head + "Host: localhost\r\nConnection: close\r\n\r\n");
        return new String(answer, StandardCharsets.ISO_8859_1)
                .replaceAll("(?m)^Date: .*$", "Date")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "timestamp");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = JettyServletWebServerAutoConfiguration.class)
    @Import({WebApp.Gate.class, Overlapping.class})
    static class FilesApp {

        @Bean
        WebMvcConfigurer files(@Value("${test.files}") String location) {
            return new WebMvcConfigurer() {

                @Override
                public void addResourceHandlers(ResourceHandlerRegistry registry) {
                    registry.addResourceHandler("/files/**")
                            .addResourceLocations(location)
                            .setCacheControl(
                                    CacheControl.maxAge(Duration.ofHours(1)).cachePublic());
                }

                @Override
                public void addInterceptors(InterceptorRegistry registry) {
                    registry.addInterceptor(new Marking());
                }
            };
        }
    }

    static final class Marking implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            response.setHeader("X-Interceptor", handler.getClass().getSimpleName());
            return true;
        }
    }

    /** Shares the first segment with the files. */
    @RestController
    static class Overlapping {

        @GetMapping("/files/controller")
        String controller() {
            return "controller";
        }
    }
}
