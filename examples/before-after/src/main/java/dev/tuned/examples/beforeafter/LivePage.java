/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.tuned.examples.beforeafter.report.HtmlReport;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.run.RunState;

/** Shows a run in a browser on this machine while it goes on. */
final class LivePage implements AutoCloseable {

    private final HttpServer server;

    private LivePage(HttpServer server) {
        this.server = server;
    }

    /** Opens the page on a free port of the loopback interface. */
    static LivePage open(RunState state, Progress progress) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            switch (exchange.getRequestURI().getPath()) {
                case "/" -> answer(exchange, "text/html", HtmlReport.live(state.snapshot(), progress.current()));
                case "/content" ->
                    answer(exchange, "text/html", HtmlReport.liveContent(state.snapshot(), progress.current()));
                case "/results.json" -> answer(exchange, "application/json", ResultsFile.toJson(state.snapshot()));
                default -> {
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                }
            }
        });
        server.start();
        return new LivePage(server);
    }

    private static void answer(HttpExchange exchange, String type, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
