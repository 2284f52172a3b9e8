/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/**
 * The market of {@code com.example.neighbours} with a library beside it. Besides what is compared, the library has to show that
 * it acted, without the starters and with them, and the starters' meters have to show whether they served or left it to stock.
 */
abstract class NeighbourScenario implements Scenario {

    private static final ClassPath MARKET = ClassPath.of(
            "spring-boot-starter-webmvc",
            "spring-boot-starter-actuator",
            "spring-boot-starter-cache",
            "com.github.ben-manes.caffeine:caffeine",
            "io.micrometer:micrometer-registry-prometheus");

    private static final String BOUNDARY = "----market";

    /** What a starter counts when it serves, by the names that Prometheus gets. The market's caches are not in Redis. */
    private static final Map<Starter, String> COUNTERS = new EnumMap<>(Map.of(
            Starter.UPLOAD, "tuned_upload_requests_seconds_count",
            Starter.LOGGING, "tuned_logging_events_written_events_total",
            Starter.THREADS, "tuned_threads_sendfile_sent_total"));

    /** The market with {@code main} and what its neighbour needs. */
    static Application market(Class<?> main, String... dependencies) {
        return Application.of(main, MARKET.and(dependencies))
                .arguments(
                        "--spring.web.resources.static-locations=file:site/",
                        "--spring.web.error.include-message=always",
                        "--management.endpoints.web.exposure.include=health,prometheus",
                        "--logging.file.name=market.log",
                        "--logging.pattern.file=%-5level %X{traceId} %logger %msg%n");
    }

    /**
     * Requires that the neighbour acted: a line of the log, an answer that it changed.
     *
     * @param seen what the application answered and logged
     */
    abstract void requireActed(String seen);

    static void require(String seen, String... texts) {
        for (String text : texts) {
            if (!seen.contains(text)) {
                throw new AssertionError("the neighbour did not act: '" + text + "' was not seen");
            }
        }
    }

    /** Starters whose part of the work the neighbour leaves to stock. */
    Set<Starter> leftToStock() {
        return EnumSet.noneOf(Starter.class);
    }

    /** Paths of its own that are asked for, after the requests that every neighbour gets. */
    List<String> paths() {
        return List.of();
    }

    /** Requests of its own, after those that every neighbour gets. */
    List<String> requests() {
        return paths().stream().map(path -> get(path)).toList();
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.allOf(Starter.class);
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        StringBuilder seen = new StringBuilder();
        for (String request : usualAndOwn()) {
            String line = request.lines().findFirst().orElseThrow();
            RawHttp.Answer answer = RawHttp.exchange(port, bytes(request));
            String name = line.replace(" HTTP/1.1", "");
            answer.recordAs(name + (request.contains("multipart") ? " multipart" : ""), recording);
            seen.append(answer.head()).append('\n').append(answer.body()).append('\n');
        }
        String meters = RawHttp.get(port, "/actuator/prometheus").body();
        application.stop();
        String log = application.file("market.log");
        recording.add("file", "log", log);
        requireActed(seen + log);
        application.served(ServedCounts.of(meters, COUNTERS).require(COUNTERS.keySet(), leftToStock()));
    }

    private List<String> usualAndOwn() {
        List<String> requests = new ArrayList<>(List.of(
                post("/form?z=%3C1%3E", "application/x-www-form-urlencoded", "a=%3Cb%3Ehi&a=two&empty="),
                upload("/upload?z=%3C1%3E", 3_000),
                upload("/upload", 300_000),
                post("/upload?none", "multipart/form-data; boundary=" + BOUNDARY, "--" + BOUNDARY + "--\r\n"),
                post("/text", "text/plain", "a text"),
                get("/price/<1>".replace("<", "%3C").replace(">", "%3E")),
                get("/price/pears"),
                get("/price/pears"),
                get("/later?q=%3C2%3E"),
                get("/broken"),
                get("/absent"),
                get("/list.txt"),
                get("/list.txt", "Range: bytes=100-299"),
                "HEAD /list.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
        requests.addAll(requests());
        return requests;
    }

    static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + TRACE
                + String.join("\r\n", headers) + (headers.length == 0 ? "" : "\r\n") + "\r\n";
    }

    /** The id of a trace that began at the client. Only this test reads it. */
    static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final String TRACE = "traceparent: 00-" + TRACE_ID + "-00f067aa0ba902b7-01\r\n";

    private static String post(String path, String type, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + TRACE + "Content-Type: "
                + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    static String upload(String path, int size) {
        String body = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n<b>hi\r\n--" + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a<b>.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + "x".repeat(size) + "\r\n--" + BOUNDARY + "--\r\n";
        return post(path, "multipart/form-data; boundary=" + BOUNDARY, body);
    }

    private static byte[] bytes(String request) {
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Without stack traces, whose frames are no contract. */
    @Override
    public String normalize(String text) {
        return text.replaceAll("(?m)^\\s+(at |\\.\\.\\. \\d+ ).*\\n?", "")
                .replaceAll("(?i)in \\d+(\\.\\d+)? ms", "in <duration>");
    }
}
