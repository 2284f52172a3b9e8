/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Which connectors are served by the starter, and which by Tomcat alone. */
@ExtendWith(OutputCaptureExtension.class)
class TomcatConnectorsIT {

    private static final List<String> READ = List.of("started MULTIPART_FILE", "completed MULTIPART_FILE");

    @Test
    void everyConnectorIsServed(CapturedOutput output) throws Exception {
        try (UploadServer server = new UploadServer(FormApplication.class, List.of(TwoConnectors.class))) {
            assertThat(upload(server, TwoConnectors.second.getLocalPort(), HttpClient.Version.HTTP_1_1)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(upload(server, server.port(), HttpClient.Version.HTTP_1_1)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.bean(RecordingListener.class).heard())
                    .hasSize(4)
                    .containsOnly(READ.toArray(String[]::new));
        }
        assertThat(output).doesNotContain("are read by Tomcat itself");
    }

    @Test
    void http2IsServed() throws Exception {
        try (UploadServer server = new UploadServer(FormApplication.class, "server.http2.enabled=true")) {
            HttpResponse<String> answer = upload(server, server.port(), HttpClient.Version.HTTP_2);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(server.bean(RecordingListener.class).heard()).isEqualTo(READ);
        }
    }

    @Test
    void connectorThatIsUnknownIsTomcatsAlone(CapturedOutput output) throws Exception {
        isServedByTomcat(OwnConnector.class);
        assertThat(output).containsOnlyOnce("are read by Tomcat itself").contains(OwnConnector.Own.class.getName());
    }

    @Test
    void adapterThatIsUnknownIsTomcatsAlone(CapturedOutput output) throws Exception {
        isServedByTomcat(OwnAdapter.class);
        assertThat(output).containsOnlyOnce("are read by Tomcat itself").contains(OwnAdapter.Own.class.getName());
    }

    private static void isServedByTomcat(Class<?> configuration) throws Exception {
        try (UploadServer server = new UploadServer(FormApplication.class, List.of(configuration))) {
            HttpResponse<String> answer = upload(server, server.port(), HttpClient.Version.HTTP_1_1);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).startsWith("1000 ");
            assertThat(server.bean(RecordingListener.class).heard()).isEmpty();
        }
    }

    private static HttpResponse<String> upload(UploadServer server, int port, HttpClient.Version version)
            throws Exception {
        HttpClient client = HttpClient.newBuilder().version(version).build();
        URI root = URI.create("http://127.0.0.1:" + port);
        client.send(HttpRequest.newBuilder(root.resolve("/allocated")).build(), BodyHandlers.discarding());
        HttpRequest upload = HttpRequest.newBuilder(root.resolve("/file"))
                .header("Content-Type", FormData.CONTENT_TYPE)
                .POST(BodyPublishers.ofByteArray(
                        new FormData().file("file", "a", new byte[1_000]).bytes()))
                .build();
        return client.send(upload, BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoConnectors {

        static Connector second;

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> second() {
            second = new Connector();
            second.setPort(0);
            second.setProperty("address", "127.0.0.1");
            return factory -> factory.addAdditionalConnectors(second);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnConnector {

        /** Makes requests of its own. */
        static final class Own extends Connector {

            @Override
            public Request createRequest(org.apache.coyote.Request request) {
                return new Request(this, request);
            }
        }

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> replaced() {
            return factory -> factory.addContextCustomizers(context -> context.addLifecycleListener(event -> {
                if (event.getType().equals(Lifecycle.BEFORE_INIT_EVENT)) {
                    replace((Context) event.getLifecycle());
                }
            }));
        }

        private static void replace(Context context) {
            Own own = new Own();
            own.setPort(0);
            own.setProperty("address", "127.0.0.1");
            Engine engine = (Engine) context.getParent().getParent();
            for (Connector connector : engine.getService().findConnectors()) {
                engine.getService().removeConnector(connector);
            }
            engine.getService().addConnector(own);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAdapter {

        /** Does what it may. */
        static final class Own extends CoyoteAdapter {

            Own(Connector connector) {
                super(connector);
            }
        }

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> replaced() {
            return factory -> factory.addConnectorCustomizers(connector -> connector.addLifecycleListener(event -> {
                if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)) {
                    connector.getProtocolHandler().setAdapter(new Own(connector));
                }
            }));
        }
    }
}
