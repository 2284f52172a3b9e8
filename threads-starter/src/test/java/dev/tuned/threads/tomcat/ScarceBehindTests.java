/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What requests wait for has room for a few of them: the pools that applications have, with a real server in front. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
class ScarceBehindTests {

    private static final int CALLERS = 120;

    private static final String[] PROPERTIES = {
        "server.tomcat.threads.max=40", "tuned.threads.web.exceed-threads-max=true"
    };

    /** Callers wait for one object that the pool has: nobody is moved, so time-outs are stock's. */
    @ParameterizedTest
    @ValueSource(strings = {"/hikari", "/semaphore"})
    void poolWhoseCallersWaitForOneObjectKeepsItClosed(String path) {
        try (WebApp app = WebApp.start(Scarce.class, PROPERTIES)) {
            Load load = new Load(app, path);
            load.awaitAnswers(8 * CALLERS);
            assertThat(pool(app).status().openings()).isZero();
            load.end();
            assertThat(app.context.getBean(Pools.class).virtual.get()).isZero();
            assertThat(load.others).isEmpty();
        }
    }

    /** Callers wait for an object of each, as for an answer: opened, and closed when no more of them get one. */
    @ParameterizedTest
    @ValueSource(strings = {"/hand-over", "/http"})
    void poolWhoseCallersWaitForAnObjectOfTheirOwnClosesIt(String path) {
        try (WebApp app = WebApp.start(Scarce.class, PROPERTIES)) {
            // The first time everything is still becoming faster by itself.
            await().atMost(Duration.ofMinutes(3)).until(() -> bringsNothing(app, path));
            assertThat(pool(app).status().threads()).isEqualTo("pool");
        }
    }

    /** Whether it is seen in this turn that more threads bring nothing. */
    private static boolean bringsNothing(WebApp app, String path) {
        long openings = pool(app).status().openings();
        Load load = new Load(app, path);
        await().until(() -> pool(app).status().openings() > openings);
        load.awaitAnswers(load.answers.get() + 8 * CALLERS);
        String why = pool(app).status().why();
        load.end();
        assertThat(load.others).isEmpty();
        await().until(() -> pool(app).status().threads().equals("pool"));
        return why.equals("no more requests complete than before");
    }

    @Test
    void requestsThatWaitForAnAnswerOfTheirOwnStayOpen() {
        try (WebApp app = WebApp.start(Scarce.class, PROPERTIES)) {
            Load load = new Load(app, "/sleep");
            await().until(() -> pool(app).status().openings() == 1);
            int before = load.answers.get();
            load.awaitAnswers(before + 40 * CALLERS);
            assertThat(pool(app).status().threads()).isEqualTo("virtual threads");
            load.end();
            assertThat(load.others).isEmpty();
        }
    }

    private static FittingPool pool(WebApp app) {
        return (FittingPool) app.protocol().getExecutor();
    }

    /** Callers that ask again when they have an answer. */
    private static final class Load {

        private final WebApp app;

        private final String path;

        private final AtomicInteger answers = new AtomicInteger();

        /** What is no good answer. */
        private final LinkedTransferQueue<String> others = new LinkedTransferQueue<>();

        private final List<CompletableFuture<Void>> callers;

        private volatile boolean ended;

        Load(WebApp app, String path) {
            this.app = app;
            this.path = path;
            callers = IntStream.range(0, CALLERS).mapToObj(n -> next()).toList();
        }

        private CompletableFuture<Void> next() {
            return app.getLater(path).thenCompose(answer -> {
                answers.incrementAndGet();
                if (!answer.equals("served")) {
                    others.add(answer);
                }
                return ended ? CompletableFuture.completedFuture(null) : next();
            });
        }

        void awaitAnswers(int count) {
            await().until(() -> answers.get() >= count);
        }

        void end() {
            ended = true;
            callers.forEach(CompletableFuture::join);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Pools.class})
    static class Scarce {

        @Bean
        HikariDataSource dataSource() throws SQLException {
            HikariDataSource source = new HikariDataSource();
            source.setJdbcUrl("jdbc:h2:mem:scarce;DB_CLOSE_DELAY=0");
            source.setMaximumPoolSize(4);
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create alias if not exists pause for \"java.lang.Thread.sleep(long)\"");
            }
            return source;
        }

        @Bean(destroyMethod = "stop0")
        Downstream downstream() throws IOException {
            return new Downstream();
        }
    }

    /** Another system, over HTTP, that takes 30 ms. */
    static final class Downstream {

        private final ExecutorService threads = Executors.newCachedThreadPool();

        private final HttpServer server;

        private final CloseableHttpClient client;

        Downstream() throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                pause();
                byte[] answer = "served".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
            client = HttpClients.custom()
                    .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                            .setMaxConnTotal(4)
                            .setMaxConnPerRoute(4)
                            .build())
                    .build();
        }

        String call() throws IOException {
            HttpGet get = new HttpGet("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            return client.execute(get, response -> EntityUtils.toString(response.getEntity()));
        }

        void stop0() throws IOException {
            client.close();
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(30).toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @RestController
    static class Pools {

        private final AtomicInteger virtual = new AtomicInteger();

        private final Semaphore semaphore = new Semaphore(4);

        /** A pool that gives to each caller in turn. */
        private final LinkedTransferQueue<CompletableFuture<Void>> callers = new LinkedTransferQueue<>();

        private final AtomicInteger free = new AtomicInteger(4);

        private final HikariDataSource source;

        private final Downstream downstream;

        Pools(HikariDataSource source, Downstream downstream) {
            this.source = source;
            this.downstream = downstream;
        }

        private void count() {
            if (WebApp.kind().equals("virtual")) {
                virtual.incrementAndGet();
            }
        }

        @GetMapping("/hikari")
        String hikari() throws SQLException {
            count();
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("call pause(30)");
                return "served";
            }
        }

        @GetMapping("/semaphore")
        String semaphore() throws InterruptedException {
            count();
            semaphore.acquire();
            try {
                pause();
                return "served";
            } finally {
                semaphore.release();
            }
        }

        @GetMapping("/hand-over")
        String handOver() {
            CompletableFuture<Void> turn = new CompletableFuture<>();
            synchronized (callers) {
                if (free.get() > 0) {
                    free.decrementAndGet();
                    turn.complete(null);
                } else {
                    callers.add(turn);
                }
            }
            turn.join();
            try {
                pause();
                return "served";
            } finally {
                synchronized (callers) {
                    CompletableFuture<Void> next = callers.poll();
                    if (next != null) {
                        next.complete(null);
                    } else {
                        free.incrementAndGet();
                    }
                }
            }
        }

        @GetMapping("/http")
        String http() throws IOException {
            return downstream.call();
        }

        @GetMapping("/sleep")
        String sleep() {
            pause();
            return "served";
        }
    }
}
