/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Against a real server; the threshold of 1 ms is one that every request here passes because it waits for longer. */
class SlowRequestTests {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static ConfigurableApplicationContext server;

    private LoggedLines lines;

    @BeforeAll
    static void start() {
        server = server("1ms");
    }

    private static ConfigurableApplicationContext server(String threshold) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--server.tomcat.relaxed-path-chars=|",
                        "--tuned.logging.stages.enabled=true",
                        "--tuned.logging.stages.slow-request-threshold=" + threshold);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void attach() {
        lines = new LoggedLines(StageObservationHandler.LOGGER);
    }

    @AfterEach
    void detach() {
        lines.close();
    }

    @Test
    void oneLineHasMethodPathStatusTimeAndStages() throws Exception {
        get(server, "/stages?secret=1");
        assertThat(line())
                .matches("GET /stages answered 409 after \\d+\\.\\d ms: slow 1x \\d+\\.\\d ms, quick 3x \\d+\\.\\d ms");
    }

    @Test
    void aRequestWithoutStagesSaysSo() throws Exception {
        get(server, "/none");
        assertThat(line()).startsWith("GET /none answered 200 after").endsWith(": no stages");
    }

    @Test
    void stagesOfOneRequestAreNotTheNextOnes() throws Exception {
        get(server, "/stages");
        get(server, "/none");
        await().atMost(PATIENCE).until(() -> lines.messages().size() == 2);
        assertThat(lines.messages().get(1)).endsWith(": no stages");
    }

    @Test
    void anExceptionIsToldAsTheStatusItBecomes() throws Exception {
        assertThat(get(server, "/fails")).contains(" 500 ");
        assertThat(line()).startsWith("GET /fails answered 500 after").contains("broken 1x");
    }

    @Test
    void aCallableEndsWithItsResponse() throws Exception {
        get(server, "/callable");
        assertThat(line()).startsWith("GET /callable answered 200 after").contains("before 1x");
    }

    @Test
    void aFutureHasTheStagesThatStartedOnTheRequestsThread() throws Exception {
        get(server, "/future");
        assertThat(line())
                .startsWith("GET /future answered 200 after")
                .contains("handed on 1x")
                .doesNotContain("elsewhere");
    }

    @Test
    void aStreamOfRawAsynchronousWorkIsOneLine() throws Exception {
        get(server, "/raw");
        assertThat(line()).startsWith("GET /raw answered 200 after");
    }

    @Test
    void aStageForEachItemIsAddedUpBehindTheFirstSixteen() throws Exception {
        get(server, "/many");
        assertThat(line()).contains("item 15 1x").doesNotContain("item 16").contains(StageTimes.OTHER + " 24x");
    }

    @Test
    void aPathCannotForgeALine() throws Exception {
        get(server, "/path/%0aWARN%20forged%E2%80%AE");
        get(server, "/path/" + "x".repeat(1000));
        await().atMost(PATIENCE).until(() -> lines.messages().size() == 2);
        assertThat(lines.messages())
                .allSatisfy(line ->
                        assertThat(line).doesNotContain("\n", "\r", "\u202e").hasSizeLessThan(400));
        assertThat(lines.messages().get(0)).startsWith("GET /path/%0aWARN%20forged%E2%80%AE answered 200");
    }

    @Test
    void aRequestBelowTheThresholdIsNotTold() throws Exception {
        try (ConfigurableApplicationContext patient = server("1h")) {
            lines.attach();
            assertThat(get(patient, "/stages")).contains(" 409 ");
            assertThat(get(server, "/none")).contains(" 200 ");
            assertThat(line()).startsWith("GET /none");
        }
    }

    private String line() {
        await().atMost(PATIENCE).until(() -> !lines.messages().isEmpty());
        assertThat(lines.messages()).hasSize(1);
        return lines.messages().get(0);
    }

    /** Sends the target as it is, which Java's own client would refuse for some; returns when the server has closed. */
    private static String get(ConfigurableApplicationContext application, String target) throws IOException {
        int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application {}

    @RestController
    static class Controller implements DisposableBean {

        private final ObservationRegistry registry;
        private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

        Controller(ObservationRegistry registry) {
            this.registry = registry;
        }

        private Observation stage(String name) {
            return Observation.start(name, registry);
        }

        @GetMapping("/stages")
        ResponseEntity<String> stages() {
            takeTime("slow");
            for (int i = 0; i < 3; i++) {
                stage("quick").stop();
            }
            return ResponseEntity.status(HttpStatus.CONFLICT).body("");
        }

        @GetMapping("/none")
        String none() {
            takeLongerThanTheThreshold();
            return "";
        }

        @GetMapping("/path/{rest}")
        String path(@PathVariable String rest) {
            takeLongerThanTheThreshold();
            return "";
        }

        @GetMapping("/fails")
        String fails() {
            takeTime("broken");
            throw new IllegalStateException("broken");
        }

        @GetMapping("/many")
        String many() {
            takeLongerThanTheThreshold();
            for (int i = 0; i < 40; i++) {
                stage("item " + i).stop();
            }
            return "";
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            stage("before").stop();
            return () -> {
                takeTime("callable");
                return "";
            };
        }

        @GetMapping("/future")
        CompletableFuture<String> future() {
            Observation handedOn = stage("handed on");
            return CompletableFuture.supplyAsync(
                    () -> {
                        takeTime("elsewhere");
                        handedOn.stop();
                        return "";
                    },
                    elsewhere);
        }

        @GetMapping("/raw")
        void raw(HttpServletRequest request) {
            var async = request.startAsync();
            elsewhere.execute(() -> {
                takeLongerThanTheThreshold();
                async.complete();
            });
        }

        @Override
        public void destroy() {
            elsewhere.shutdown();
        }

        private void takeTime(String stage) {
            Observation timing = stage(stage);
            takeLongerThanTheThreshold();
            timing.stop();
        }

        private static void takeLongerThanTheThreshold() {
            long start = System.nanoTime();
            while (System.nanoTime() - start < 2_000_000) {
                Thread.onSpinWait();
            }
        }
    }
}
