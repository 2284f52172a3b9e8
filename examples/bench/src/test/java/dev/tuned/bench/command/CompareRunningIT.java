/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.xml.parsers.DocumentBuilderFactory;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.bench.command.Program.Ended;
import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;

import static dev.tuned.bench.command.Program.STREAMING;
import static org.assertj.core.api.Assertions.assertThat;

/** Services that run already, or that are none. */
@Tag("thorough")
class CompareRunningIT extends CompareRuns {

    /** Arguments for a short run of two services that run already. */
    private List<String> running(String before, String after, String requests) throws Exception {
        return List.of(
                "--before-url",
                before,
                "--after-url",
                after,
                "--requests",
                requests(requests).toString(),
                "--warm-up",
                "1",
                "--rate",
                RATE);
    }

    @Test
    void answersThatDifferEndTheRun() throws Exception {
        HttpServer before = server();
        HttpServer after = server();
        after.createContext("/actuator/info", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        try {
            Ended ended =
                    Program.ended(start(running(url(before), url(after), "GET /hello\n\n###\nGET /actuator/info\n")));
            assertThat(ended.output())
                    .contains("shop.http:4: GET /actuator/info: ", "' answered 200 with ", "use --compare status");
            assertThat(ended.code()).isEqualTo(2);
        } finally {
            before.stop(0);
            after.stop(0);
        }
    }

    @Test
    @Tag("nightly")
    void servicesThatRunAlreadyAreComparedAndGoOn() throws Exception {
        Variant streaming =
                new Variant("streaming", Path.of(STREAMING), List.of(), CheapJvm.FLAGS, JavaRuntime.newest());
        try (Children children = new Children();
                ServiceProcess service = ServiceProcess.start(streaming, directory.resolve("service"), children)) {
            service.awaitReady("/hello");
            String url = service.uri("").toString();
            String pid = Long.toString(service.pid());
            List<String> common = running(url, url, "GET /hello\n");
            // Side by side: what they measure says nothing.
            Process measuring = start(
                    common,
                    "--json",
                    "pids.json",
                    "--html",
                    "report.html",
                    "--markdown",
                    "table.md",
                    "--junit",
                    "tests.xml",
                    "--claim",
                    "cpu <= 100",
                    "--methods",
                    "never",
                    "--before-pid",
                    pid,
                    "--after-pid",
                    pid);
            Ended without = Program.ended(start(common, "--json", "answers.json"));
            Ended withPids = Program.ended(measuring);
            assertThat(withPids.output()).contains("CPU µs/request", "Control instance");
            assertThat(withPids.code()).isEqualTo(outcome("pids.json").exitCode());
            assertThat(directory.resolve("table.md")).content().contains("| CPU µs/request |");
            assertThat(directory.resolve("tests.xml"))
                    .content()
                    .contains("<testcase classname=\"compare\" name=\"claim: CPU µs/request ≤ 100×\"");
            assertThat(directory.resolve("pids.json"))
                    .content()
                    .containsPattern("\"verdict\" ?: ?\"(better|worse|equi|inconclusive)");
            assertThat(directory.resolve("report.html"))
                    .content()
                    .containsPattern("], (better|worse|equivalent|inconclusive)");
            assertThat(without.output())
                    .contains("whether it was enough is not known", "requests per second over all workloads")
                    .contains("not measured: CPU µs/request")
                    .doesNotContain("\n  CPU µs/request");
            assertThat(without.code()).isEqualTo(outcome("answers.json").exitCode());
            assertThat(service.get("/hello").statusCode()).isEqualTo(200);
        }
    }

    /** Whatever is asked of it, it has an emoji where an excerpt of an answer ends. */
    private static HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] answer = ("x".repeat(199) + "\uD83D\uDE00\uFFFE\n\u001B").getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void serviceThatGoesAwayMakesTheRunInvalid() throws Exception {
        HttpServer before = server();
        HttpServer after = server();
        try {
            Process process = start(running(url(before), url(after), "GET /\n"), "--rough");
            StringBuilder output = new StringBuilder();
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    output.append(line).append('\n');
                    if (line.contains("launch 1: requests")) {
                        after.stop(0);
                    }
                }
            }
            assertThat(output.toString()).contains("after at " + url(after) + " takes no connections any more");
            assertThat(process.waitFor()).isEqualTo(2);
        } finally {
            before.stop(0);
            after.stop(0);
        }
    }

    /** A server that answers with 9 bytes instead of 90 after a number of requests. */
    private static HttpServer failingAfter(int requests) throws IOException {
        HttpServer server = server();
        AtomicInteger asked = new AtomicInteger();
        server.createContext("/hello", exchange -> {
            byte[] answer = new byte[asked.incrementAndGet() > requests ? 9 : 90];
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        return server;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000000000 | have another length than before it; if both are right, use --compare status
            20 | under load most answers have 9 bytes, and 90 before it
            """)
    void errorPagesWithStatus200MakeTheRunInvalid(int requestsBefore, String said) throws Exception {
        HttpServer before = failingAfter(requestsBefore);
        HttpServer after = failingAfter(20);
        try {
            Ended ended = Program.ended(start(running(url(before), url(after), "GET /hello\n"), "--rough"));
            assertThat(ended.output()).contains(said).contains("invalid run");
            assertThat(ended.code()).isEqualTo(2);
        } finally {
            before.stop(0);
            after.stop(0);
        }
    }

    @Test
    void answersOfAnyBytesAreShownInFilesThatCanBeRead() throws Exception {
        HttpServer server = server();
        try {
            Ended ended = Program.ended(start(
                    running(url(server), url(server), "# @status 201\nGET /\n"),
                    "--junit",
                    "tests.xml",
                    "--json",
                    "results.json"));
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.output()).contains("expected is 201: xxx").doesNotContain("\tat ", "\u001B");
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(directory.resolve("tests.xml").toFile());
            assertThat(directory.resolve("results.json")).content().contains("\uD83D\uDE00");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void processThatIsNoJvmIsLeftAlone() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        String pid = Long.toString(sleep.pid());
        try {
            String nothing = "http://127.0.0.1:9";
            Ended ended =
                    Program.ended(start(running(nothing, nothing, "GET /\n"), "--before-pid", pid, "--after-pid", pid));
            assertThat(ended.output()).contains("'" + pid + "' is no HotSpot JVM");
            assertThat(ended.code()).isEqualTo(64);
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }
}
