/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Behind the filters of Spring Security, whose wrappers of the response write headers only. */
class SendfileSecurityIT {

    private static final String LOGIN =
            "Basic " + Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    private Path directory;

    @Test
    void aFileIsSentWithTheHeadersOfSpringSecurity() {
        try (StaticFiles files = StaticFiles.start(
                WebApp.WholeApp.class,
                directory,
                "spring.autoconfigure.exclude=",
                "spring.security.user.password=secret")) {
            byte[] content = files.file("a.bin", 200_000);
            // Too small for sendfile: what Spring Security writes by itself.
            files.file("small.bin", 10);
            assertThat(files.get("/a.bin").statusCode()).isEqualTo(401);
            Set<String> headers = files.get("/small.bin", "Authorization", LOGIN)
                    .headers()
                    .map()
                    .keySet();

            HttpResponse<byte[]> sent = files.get("/a.bin", "Authorization", LOGIN);
            HttpResponse<byte[]> range = files.get("/a.bin", "Authorization", LOGIN, "Range", "bytes=0-99999");

            assertThat(files.counted()).isEqualTo("sent=2 too-small=1");
            assertThat(sent.body()).isEqualTo(content);
            assertThat(range.body()).hasSize(100_000);
            assertThat(headers).contains("x-content-type-options", "x-frame-options", "cache-control");
            assertThat(sent.headers().map().keySet()).isEqualTo(headers);
            assertThat(range.headers().map().keySet()).containsAll(headers).contains("content-range");
        }
    }

    @Test
    void aFileIsNotTheBodyOfTheErrorPageWhenAHeaderCannotBeWritten() {
        try (StaticFiles files = StaticFiles.start(FailingHeaders.class, directory, "spring.autoconfigure.exclude=")) {
            byte[] content = files.file("a.bin", 200_000);

            HttpResponse<byte[]> failed = files.get("/a.bin", "X-Fail", "yes");

            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(new String(failed.body(), StandardCharsets.UTF_8)).contains("Internal Server Error");
            assertThat(files.get("/a.bin").body()).isEqualTo(content);
            assertThat(files.counted()).isEqualTo("sent=1");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.WholeApp.class)
    static class FailingHeaders {

        @Bean
        SecurityFilterChain open(HttpSecurity http) {
            http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
            http.headers(headers -> headers.addHeaderWriter((request, response) -> {
                if (request.getHeader("X-Fail") != null && !response.isCommitted()) {
                    throw new IllegalStateException("as the test wants it");
                }
            }));
            return http.build();
        }
    }
}
