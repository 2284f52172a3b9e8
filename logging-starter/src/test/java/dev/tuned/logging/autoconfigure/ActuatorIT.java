/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import ch.qos.logback.classic.LoggerContext;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A real server whose second log file is on a full disk, asked over HTTP as an operator would. */
class ActuatorIT {

    private static final Logger log = LoggerFactory.getLogger("full");

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    @BeforeEach
    void start() throws IOException {
        Path xml = Files.writeString(directory.resolve("logback.xml"), """
                <configuration>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file><encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <appender name="FULL" class="ch.qos.logback.core.FileAppender">
                    <file>/dev/full</file><encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <logger name="full" additivity="false"><appender-ref ref="FULL"/></logger>
                  <root level="INFO"><appender-ref ref="FILE"/></root>
                </configuration>
                """.formatted(directory.resolve("app.log")));
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--logging.config=" + xml,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--tuned.logging.async.queue-size=1KB",
                        "--tuned.logging.shutdown-timeout=1s",
                        "--management.endpoints.web.exposure.include=*",
                        "--management.endpoint.health.show-details=always");
    }

    @AfterEach
    void stop() {
        application.close();
        ((LoggerContext) LoggerFactory.getILoggerFactory()).reset();
    }

    @Test
    void healthAndMetersReportAFullDisk() throws Exception {
        log.error("stays in the queue: {}", "x".repeat(900));
        await().until(() -> this.<Boolean>read("health/tunedLogging", "$.details.FULL.failing"));
        log.error("has no room: {}", "x".repeat(200));
        log.info("is denied");

        assertThat(this.<String>read("health/tunedLogging", "$.status")).isEqualTo("DEGRADED");
        assertThat(this.<Boolean>read("health/tunedLogging", "$.details.FULL.failing"))
                .isTrue();
        assertThat(this.<Boolean>read("health/tunedLogging", "$.details.FILE.failing"))
                .isFalse();
        assertThat(this.<Integer>read("health/tunedLogging", "$.details.FULL.queued"))
                .isEqualTo(1);
        assertThat(this.<Integer>read("health/tunedLogging", "$.details.FULL.dropped"))
                .isEqualTo(2);
        assertThat(this.<String>read("health/tunedLogging", "$.details.FULL.lastFailure"))
                .isNotBlank();
        assertThat(this.<String>read("health", "$.status")).isEqualTo("UP");

        String dropped = "metrics/tuned.logging.events.dropped?tag=appender:FULL&tag=reason:";
        assertThat(this.<Double>read(dropped + "io&tag=level:unknown", "$.measurements[0].value"))
                .isEqualTo(1);
        assertThat(this.<Double>read(dropped + "denied&tag=level:info", "$.measurements[0].value"))
                .isEqualTo(1);
        assertThat(this.<Double>read(dropped + "full&tag=level:unknown", "$.measurements[0].value"))
                .isZero();
    }

    /** Of an answer that is there. */
    private <T> T read(String path, String jsonPath) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response::body).isEqualTo(200);
        return JsonPath.read(response.body(), jsonPath);
    }

    private HttpResponse<String> get(String path) {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/" + path);
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
