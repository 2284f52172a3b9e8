/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Storage service over HTTP: keeps whole bodies under their paths, and remembers broken ones. */
final class ReceivingServer implements AutoCloseable {

    record Received(Headers headers, byte[] content) {}

    final Map<String, Received> stored = new ConcurrentHashMap<>();

    final Queue<String> requests = new ConcurrentLinkedQueue<>();

    final AtomicInteger broken = new AtomicInteger();

    final AtomicInteger underWay = new AtomicInteger();

    /** Status of the answer to whole bodies. */
    volatile int status = 201;

    private final ExecutorService executor = Executors.newCachedThreadPool();

    private final HttpServer server;

    ReceivingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        underWay.incrementAndGet();
        try {
            byte[] content = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestMethod().equals("DELETE")) {
                stored.remove(path);
                exchange.sendResponseHeaders(204, -1);
                return;
            }
            stored.put(path, new Received(exchange.getRequestHeaders(), content));
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException ex) {
            broken.incrementAndGet();
            throw ex;
        } finally {
            underWay.decrementAndGet();
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
