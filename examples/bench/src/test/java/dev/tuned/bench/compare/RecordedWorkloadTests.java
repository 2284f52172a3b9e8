/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.requests.RequestFile;
import dev.tuned.bench.run.WarmUp.Round;
import dev.tuned.bench.run.WrongAnswerException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class RecordedWorkloadTests {

    @TempDir
    private Path directory;

    private final Set<String> paths = ConcurrentHashMap.newKeySet();
    private final Set<String> methods = ConcurrentHashMap.newKeySet();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/login", exchange -> {
            String who = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Set-Cookie", "SESSION=abc; Path=/; HttpOnly");
            exchange.getResponseHeaders().add("Set-Cookie", "theme=dark");
            answer(exchange, who.equals("me") ? 200 : 401, "{\"auth\": {\"token\": \"t-1\"}}");
        });
        server.createContext("/items", exchange -> {
            boolean known = "Bearer t-1".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                    && "SESSION=abc; theme=dark"
                            .equals(exchange.getRequestHeaders().getFirst("Cookie"));
            paths.add(exchange.getRequestURI().getPath());
            methods.add(exchange.getRequestMethod());
            answer(
                    exchange,
                    known ? 200 : 401,
                    "item " + exchange.getRequestURI().getPath());
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().add("Content-Length", Integer.toString(body.length));
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        try (exchange) {
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private RecordedWorkload workload(String text) throws Exception {
        return new RecordedWorkload(
                RequestFile.read(Files.writeString(directory.resolve("shop.http"), text)), "length", 2, null);
    }

    private ServiceProcess service(Children children) throws IOException {
        return service("before", children);
    }

    private ServiceProcess service(String variant, Children children) throws IOException {
        RunningService running = new RunningService(server.getAddress(), null);
        return ServiceProcess.start(Variant.running(variant, running), directory, children);
    }

    @Test
    void requestsOfSomebodyWhoIsLoggedInAskForOneValueAfterTheOther() throws Exception {
        RecordedWorkload workload = workload("""
                # @values id 1..1000000
                # @login
                POST /login

                me

                ###
                GET /items/{{id}}
                Authorization: Bearer {{login.auth.token}}

                ###
                HEAD /items/{{id}}
                Authorization: Bearer {{login.response.body.$.auth.token}}
                """);
        try (Children children = new Children()) {
            ServiceProcess service = service(children);
            workload.check(service);
            assertThat(paths).containsExactly("/items/1");
            LoadResult result = workload.warmUp(service, new Round(0, 100, false));
            assertThat(result.failures()).isZero();
            assertThat(result.requests()).isEqualTo(100);
            assertThat(methods).containsExactlyInAnyOrder("GET", "HEAD");
            assertThat(paths).hasSizeGreaterThan(90);
        }
    }

    /** The paths that a service is asked for. */
    private Set<String> asked(Callable<LoadResult> call) throws Exception {
        paths.clear();
        call.call();
        return Set.copyOf(paths);
    }

    @Test
    void servicesAreAskedForTheSameAndForNothingAgain() throws Exception {
        RecordedWorkload workload = workload("""
                # @values id 1..1000000000
                # @login
                POST /login

                me

                ###
                GET /items/{{id}}
                Authorization: Bearer {{login.auth.token}}
                """);
        try (Children children = new Children()) {
            ServiceProcess before = service("before", children);
            ServiceProcess after = service("after", children);
            Set<String> all = new HashSet<>();
            for (int launch = 1; launch <= 2; launch++) {
                workload.check(before);
                workload.check(after);
                for (int round = 0; round < 3; round++) {
                    Round next = new Round(round, 20, false);
                    Set<String> asked = asked(() -> workload.warmUp(before, next));
                    assertThat(asked(() -> workload.warmUp(after, next))).isEqualTo(asked);
                    assertThat(all).as("round %d", round).doesNotContainAnyElementsOf(asked);
                    all.addAll(asked);
                }
                for (int slice : new int[] {0, 1, 1, 2}) {
                    Set<String> asked = asked(() -> workload.measure(before, slice));
                    assertThat(asked(() -> workload.measure(after, slice))).isNotEmpty();
                    assertThat(paths).isEqualTo(asked);
                    assertThat(all).as("slice %d", slice).doesNotContainAnyElementsOf(asked);
                    all.addAll(asked);
                }
            }
        }
    }

    @Test
    void answersAgreeWithinALaunch() throws Exception {
        AtomicReference<String> text = new AtomicReference<>("order 9");
        server.createContext("/orders", exchange -> answer(exchange, 200, text.get()));
        RecordedWorkload workload = workload("GET /orders\n");
        try (Children children = new Children()) {
            ServiceProcess before = service("before", children);
            ServiceProcess after = service("after", children);
            workload.check(before);
            workload.check(after);
            text.set("order 10");
            workload.check(after);
            workload.check(before);
            text.set("order 100");
            workload.check(before);
            text.set("no order at all");
            assertThatThrownBy(() -> workload.check(after))
                    .hasMessageContaining("'before' answered 200 with 9 bytes, 'after' answered 200 with 15 bytes");
        }
    }

    @Test
    void aLoadThatMostlyFailsIsNotLookedAt() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        server.createContext(
                "/limited", exchange -> answer(exchange, asked.incrementAndGet() <= 20 ? 200 : 429, "an answer"));
        RecordedWorkload workload = workload("GET /limited\n");
        try (Children children = new Children()) {
            ServiceProcess service = service(children);
            workload.check(service);
            workload.load(service, () -> asked.get() > 10);
            assertThatThrownBy(() -> workload.load(service, () -> asked.get() > 100))
                    .isInstanceOf(WrongAnswerException.class)
                    .hasMessageStartingWith("'before' failed ")
                    .hasMessageContaining("requests that it was sent while it was looked at");
        }
    }

    @Test
    void aLoginThatFailsIsSaid() throws Exception {
        RecordedWorkload workload = workload("# @login\nPOST /login\n\nyou\n\n###\nGET /items/1\n");
        try (Children children = new Children()) {
            ServiceProcess service = service(children);
            assertThatThrownBy(() -> workload.check(service))
                    .hasMessage("shop.http:2: POST /login: 'before' answered the login with 401");
        }
    }

    @Test
    void aFieldThatTheLoginHasNotIsSaid() throws Exception {
        RecordedWorkload workload =
                workload("# @login\nPOST /login\n\nme\n\n###\nGET /items/1\nAuthorization: {{login.jwt}}\n");
        try (Children children = new Children()) {
            ServiceProcess service = service(children);
            assertThatThrownBy(() -> workload.check(service))
                    .hasMessage(
                            "shop.http:7: GET /items/1 takes from the login what its answer has not: its fields are [auth]");
        }
    }
}
