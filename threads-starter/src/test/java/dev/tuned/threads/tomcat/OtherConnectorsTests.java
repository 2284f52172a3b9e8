/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AbstractAccessLogValve;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A pool that may grow, beside another connector and an access log of the application. */
class OtherConnectorsTests {

    @Test
    void onlyRequestsOfThePoolCount() throws Exception {
        try (WebApp app = WebApp.start(App.class, "tuned.threads.web.mode=auto")) {
            Tomcat tomcat = ((TomcatWebServer) app.context.getWebServer()).getTomcat();
            CompletedRequests requests = Stream.of(
                            tomcat.getEngine().getPipeline().getValves())
                    .filter(CompletedRequests.class::isInstance)
                    .map(CompletedRequests.class::cast)
                    .findFirst()
                    .orElseThrow();
            Lines lines = app.context.getBean(Lines.class);

            int other = app.context.getBean(Connector.class).getLocalPort();
            URI uri = URI.create("http://127.0.0.1:" + other + "/kind");
            int status = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
            assertThat(status).isEqualTo(200);
            await().until(() -> lines.written.get() == 1);
            assertThat(app.get("/kind")).isEqualTo("platform");
            await().until(() -> lines.written.get() == 2);
            await().until(() -> requests.successes() > 0);
            assertThat(requests.successes()).isEqualTo(1);
        }
    }

    /** An access log that counts its lines. */
    static final class Lines extends AbstractAccessLogValve {

        private final AtomicInteger written = new AtomicInteger();

        @Override
        public void log(Request request, Response response, long time) {
            written.incrementAndGet();
        }

        @Override
        protected void log(java.io.CharArrayWriter message) {
            // The requests are counted.
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class App {

        @Bean
        Lines lines() {
            return new Lines();
        }

        @Bean
        Connector other() {
            Connector connector = new Connector();
            connector.setPort(0);
            connector.setProperty("address", "127.0.0.1");
            return connector;
        }

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> own(Lines lines, Connector other) {
            return factory -> {
                factory.addContextCustomizers(context -> context.getPipeline().addValve(lines));
                factory.addAdditionalConnectors(other);
            };
        }
    }
}
