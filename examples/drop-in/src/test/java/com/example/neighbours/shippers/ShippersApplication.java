/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.shippers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.instrumentation.logback.appender.v1_0.OpenTelemetryAppender;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.sentry.Sentry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

import static net.logstash.logback.argument.StructuredArguments.kv;

/** Logs to a JSON file of logstash's, to Sentry, to OpenTelemetry, to Loki, to a list and to a file with the MDC of a trace. */
@SpringBootApplication
public class ShippersApplication {

    private static final Pattern LOKI = Pattern.compile("\\[\"\\d+\",\"((?:[^\"\\\\]|\\\\.)*+)\"");

    private static final Queue<String> sentry = new ConcurrentLinkedQueue<>();
    private static final Queue<String> openTelemetry = new ConcurrentLinkedQueue<>();
    private static final Queue<String> loki = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws Exception {
        HttpServer server = lokiServer();
        System.setProperty("loki.port", String.valueOf(server.getAddress().getPort()));
        Sentry.init(options -> {
            options.setDsn("http://key@127.0.0.1:1/1");
            options.setBeforeSend((event, hint) -> {
                sentry.add(event.getLevel() + " " + event.getLogger() + " "
                        + (event.getMessage() == null
                                ? null
                                : event.getMessage().getFormatted()) + " "
                        + event.getBreadcrumbs().size() + " by "
                        + Thread.currentThread().getName());
                return null;
            });
        });
        SdkLoggerProvider provider = SdkLoggerProvider.builder()
                .addLogRecordProcessor((ambient, event) -> {
                    LogRecordData data = event.toLogRecordData();
                    openTelemetry.add(data.getSeverityText() + " "
                            + data.getInstrumentationScopeInfo().getName() + " "
                            + (data.getBodyValue() == null
                                    ? null
                                    : data.getBodyValue().asString()) + " "
                            + data.getAttributes().asMap().entrySet().stream()
                                    .map(each -> each.getKey().getKey())
                                    .sorted()
                                    .toList()
                            + " by " + Thread.currentThread().getName());
                })
                .build();
        OpenTelemetryAppender.install(
                OpenTelemetrySdk.builder().setLoggerProvider(provider).build());
        ConfigurableApplicationContext context = SpringApplication.run(ShippersApplication.class, args);
        log();
        list();
        context.close();
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
        server.stop(0);
        note("logstash", Files.readAllLines(Path.of("logstash.json")));
        note("trace in the MDC", Files.readAllLines(Path.of("trace.log")));
        note("sentry", List.copyOf(sentry));
        note("loki", List.copyOf(loki));
        note("OpenTelemetry", List.copyOf(openTelemetry));
    }

    private static HttpServer lokiServer() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/push", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            LOKI.matcher(body)
                    .results()
                    .map((MatchResult each) -> each.group(1))
                    .forEach(loki::add);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static void log() throws InterruptedException {
        Logger log = LoggerFactory.getLogger("com.example.orders");
        for (int i = 0; i < 60; i++) {
            MDC.put("traceId", "4bf92f3577b34da6a3ce929d0e0e%04d".formatted(i));
            MDC.put("spanId", "00f067aa0ba9%04d".formatted(i));
            log.info("order {} {}", i, kv("customer", "c" + i));
            log.atInfo()
                    .addKeyValue("amount", i * 10)
                    .addMarker(MarkerFactory.getMarker("AUDIT"))
                    .log("paid");
            if (i % 10 == 0) {
                log.warn("late {}", i);
                log.error("failed", new IllegalStateException("order " + i));
            }
            MDC.clear();
        }
        Thread other = new Thread(() -> log.warn("from another thread"), "orders");
        other.start();
        other.join();
    }

    /** As a test reads it: right after the call. */
    private static void list() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ListAppender<ILoggingEvent> list =
                (ListAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("LIST");
        note(
                "list",
                list.list.stream()
                        .filter(event -> event.getLoggerName().startsWith("com.example.orders"))
                        .map(event -> event.getLevel() + " " + event.getThreadName() + " " + event.getFormattedMessage()
                                + " " + event.getMDCPropertyMap())
                        .toList());
    }

    private static void note(String neighbour, List<String> lines) {
        if (lines.size() < 8) {
            throw new IllegalStateException(neighbour + " got " + lines);
        }
        Notes.add(neighbour, "lines", String.join("\n", lines));
    }
}
