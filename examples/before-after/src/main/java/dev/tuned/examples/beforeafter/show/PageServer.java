/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Serves the page and the state of its rows to browsers of this machine, and runs rows. Thread-safe. */
public record PageServer(Show show, HttpServer server, ExecutorService threads, String page) implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * Starts a server.
     *
     * @param port the port on 127.0.0.1; 0 for any that is free
     * @throws IOException if the port is in use
     */
    public static PageServer start(Show show, int port) throws IOException {
        String page;
        try (InputStream in = Objects.requireNonNull(PageServer.class.getResourceAsStream("show.html"))) {
            page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        PageServer started = new PageServer(show, server, Executors.newFixedThreadPool(2), page);
        server.createContext("/", started::answer);
        server.setExecutor(started.threads);
        server.start();
        return started;
    }

    /** The address of the page. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            String row = exchange.getRequestURI().getQuery();
            if (!isOurs(exchange)) {
                send(exchange, 403, "text/plain", "for the page at 127.0.0.1 alone");
            } else if (request.equals("GET /")) {
                send(exchange, 200, "text/html; charset=utf-8", page);
            } else if (request.equals("GET /rows")) {
                send(exchange, 200, "application/json", JSON.writeValueAsString(show.view()));
            } else if (request.equals("POST /run") && row != null && show.has(row)) {
                show.run(row);
                send(exchange, 202, "application/json", JSON.writeValueAsString(show.view()));
            } else {
                send(exchange, 404, "text/plain", "no such page");
            }
        }
    }

    /** Whether a request comes from the page: other sites in the same browser must not put load on this machine. */
    private boolean isOurs(HttpExchange exchange) {
        @Nullable String host = exchange.getRequestHeaders().getFirst("Host");
        @Nullable String origin = exchange.getRequestHeaders().getFirst("Origin");
        int port = server.getAddress().getPort();
        return host != null
                && host.matches("(127\\.0\\.0\\.1|localhost):" + port + (port == 80 ? "|127.0.0.1|localhost" : ""))
                && (origin == null || origin.equals("http://" + host));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
