/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Which requests count, on a real Tomcat: each once, as a success or as a failure. */
class CompletedRequestsTests {

    private final Tomcat tomcat = new Tomcat();

    private final Connector connector = new Connector();

    private final HttpClient client = HttpClient.newHttpClient();

    private final CompletedRequests requests = new CompletedRequests(request -> true);

    @BeforeEach
    void start() throws Exception {
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.addUpgradeProtocol(new Http2Protocol());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Wrapper servlet = Tomcat.addServlet(context, "answers", new Answers());
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/", "answers");
        tomcat.getEngine().getPipeline().addValve(requests);
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @ParameterizedTest
    @CsvSource({"200, 1", "304, 1", "404, 1", "429, 0", "500, 0", "503, 0"})
    void theStatusDecides(int status, int successes) throws Exception {
        assertThat(get("/status?" + status, HttpClient.Version.HTTP_1_1)).isEqualTo(status);
        assertCounts(successes, 1 - successes);
    }

    @Test
    void asynchronousAnswersCountOnce() throws Exception {
        assertThat(get("/async", HttpClient.Version.HTTP_1_1)).isEqualTo(200);
        assertCounts(1, 0);
    }

    /** The first request counts twice: it is answered with 101, and again by HTTP/2. */
    @ParameterizedTest
    @ValueSource(strings = {"/status?200", "/async"})
    void http2CountsOnce(String path) throws Exception {
        assertThat(get(path, HttpClient.Version.HTTP_2)).isEqualTo(200);
        assertThat(get(path, HttpClient.Version.HTTP_2)).isEqualTo(200);
        assertThat(get(path, HttpClient.Version.HTTP_2)).isEqualTo(200);
        assertCounts(4, 0);
    }

    @Test
    void anExceptionOfTheApplicationIsAFailure() throws Exception {
        assertThat(get("/throws", HttpClient.Version.HTTP_1_1)).isEqualTo(500);
        assertCounts(0, 1);
    }

    @Test
    void aCallerThatDoesNotReadItsAnswerIsAFailure() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        assertCounts(0, 1);
    }

    private int get(String path, HttpClient.Version version) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(30))
                .version(version)
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    private void assertCounts(int successes, int failures) {
        await().until(() -> requests.successes() + requests.failures() >= successes + failures);
        assertThat(requests.successes()).isEqualTo(successes);
        assertThat(requests.failures()).isEqualTo(failures);
    }

    private static final class Answers extends HttpServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            switch (request.getRequestURI()) {
                case "/status" -> response.setStatus(Integer.parseInt(request.getQueryString()));
                case "/async" -> {
                    AsyncContext async = request.startAsync();
                    new Thread(async::complete).start();
                }
                case "/large" -> {
                    byte[] part = new byte[1 << 20];
                    for (int n = 0; n < 64; n++) {
                        response.getOutputStream().write(part);
                    }
                }
                default -> throw new IllegalStateException("fails");
            }
        }
    }
}
