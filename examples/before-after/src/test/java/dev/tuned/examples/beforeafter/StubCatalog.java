/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Stands in for the executables of the example service; the name of its jar says how it behaves. */
public final class StubCatalog {

    private static final AtomicLong ANSWERED = new AtomicLong();

    private StubCatalog() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals("couchbase")) {
            couchbase();
            return;
        }
        String behaviour = Files.readString(Path.of(System.getProperty("java.class.path") + ".behaviour"));
        if (behaviour.equals("dies")) {
            System.err.println("boom: the port is taken");
            System.exit(3);
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/actuator/health", exchange -> answer(exchange, "{}"));
        server.createContext("/actuator/process", exchange -> answer(exchange, usage()));
        server.createContext("/hello", exchange -> hello(exchange, behaviour));
        server.start();
        for (String argument : args) {
            if (argument.startsWith("--catalog.port-file=")) {
                Path file = Path.of(argument.substring(argument.indexOf('=') + 1));
                Files.writeString(file, Integer.toString(server.getAddress().getPort()));
            }
        }
    }

    private static void couchbase() throws IOException {
        System.out.println("couchbase://127.0.0.1:1");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(line.equals("count") ? "{\"GET\":0,\"GET_CLUSTER_CONFIG\":5}" : "ok");
        }
    }

    private static void hello(HttpExchange exchange, String behaviour) throws IOException {
        if (behaviour.equals("dies later") && ANSWERED.incrementAndGet() > 500) {
            System.err.println("boom: out of memory");
            Runtime.getRuntime().halt(4);
        }
        answer(exchange, behaviour.equals("wrong") ? "hullo" : "hello");
    }

    private static String usage() {
        long cpu =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        return "{\"pid\":1,\"cpuNanos\":" + cpu + ",\"allocatedBytes\":" + cpu
                + ",\"writtenBytes\":-1,\"rssBytes\":1048576,\"logCalls\":0,\"longestLogCallNanos\":0,\"gcPauses\":0,\"gcPauseMillis\":0}";
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
