/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.logging;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.OverflowPolicy;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.file.name=target/orders.log")
class LoggingApplicationTests {

    @LocalServerPort
    private int port;

    @Test
    void aLineIsInTheFileAfterAFlush() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/17"))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
        AsyncLogging.flush();
        assertThat(Path.of("target/orders.log")).content().contains("order 17 accepted");
    }

    @Test
    void theAppenderOfTheFileIsTheApplicationsOwn() {
        Logger root = ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(Logger.ROOT_LOGGER_NAME);
        assertThat(root.getAppender("FILE"))
                .isExactlyInstanceOf(RollingFileAppender.class)
                .extracting(appender -> ((RollingFileAppender<?>) appender).getFile())
                .isEqualTo("target/orders.log");
    }

    @Test
    void callersWaitForTheFileHoweverLongItTakes() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(AsyncLogging.of(context).statistics())
                .filteredOn(appender -> appender.name().equals("FILE"))
                .singleElement()
                .returns(OverflowPolicy.BLOCK_FOREVER, AppenderStatistics::overflow);
    }
}
