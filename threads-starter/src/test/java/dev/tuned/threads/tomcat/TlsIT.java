/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.support.Tls;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** TLS on each kind of thread, by the JDK and by OpenSSL. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
class TlsIT {

    private static final String OPENSSL = "org.apache.tomcat.util.net.openssl.panama.OpenSSLImplementation";

    @TempDir
    private static Path directory;

    private static Tls tls;

    @BeforeAll
    static void createKey() throws IOException, InterruptedException {
        tls = Tls.create(directory);
    }

    @ParameterizedTest
    @CsvSource({"boot, platform", "platform, platform", "virtual, virtual"})
    void tlsIsTheJdksUnlessOneChooses(String mode, String kind) throws Exception {
        try (WebApp app = start(WebApp.App.class, mode)) {
            assertThat(get(app)).isEqualTo(kind);
            assertThat(implementation(app)).doesNotContain("openssl");
        }
    }

    @ParameterizedTest
    @CsvSource({"boot, platform", "platform, platform", "virtual, virtual"})
    @EnabledIf(value = "hasOpenSsl", disabledReason = "needs tomcat-coyote-ffm on the class path")
    void openSslIsChosenByACustomizer(String mode, String kind) throws Exception {
        try (WebApp app = start(OpenSsl.class, mode)) {
            assertThat(get(app)).isEqualTo(kind);
            assertThat(implementation(app)).contains("openssl");
        }
    }

    /** Null is the JDK's. */
    private static String implementation(WebApp app) {
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) app.protocol();
        return String.valueOf(protocol.getSslImplementationName()).toLowerCase(Locale.ROOT);
    }

    /** Whether the jar tomcat-coyote-ffm, which no other artifact brings, is on the class path. */
    static boolean hasOpenSsl() {
        return ClassUtils.isPresent(OPENSSL, null);
    }

    private static WebApp start(Class<?> configuration, String mode) {
        String[] properties = Stream.concat(Stream.of(tls.properties()), Stream.of("tuned.threads.web.mode=" + mode))
                .toArray(String[]::new);
        return WebApp.start(configuration, properties);
    }

    private static String get(WebApp app) throws Exception {
        URI uri = URI.create("https://127.0.0.1:" + app.context.getWebServer().getPort() + "/kind");
        return tls.client(HttpClient.Version.HTTP_1_1)
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class OpenSsl {

        @Bean
        TomcatConnectorCustomizer openSsl() {
            return connector -> connector.setProperty("sslImplementationName", OPENSSL);
        }
    }
}
