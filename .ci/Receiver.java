/* SPDX-License-Identifier: Apache-2.0 */

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Stands in for the public repository in the rehearsal of a release: keeps the bundle that is uploaded, and says that it is published.
 * Writes its port to a file once it can be reached. {@code java .ci/Receiver.java <file for the port> <file for the bundle>}
 */
final class Receiver {

    private static final String ID = "rehearsal";

    public static void main(String[] args) throws IOException {
        Path bundle = Path.of(args[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/publisher/upload", exchange -> {
            Files.write(bundle, onlyPart(exchange.getRequestBody().readAllBytes()));
            answer(exchange, 201, "text/plain", ID);
        });
        server.createContext("/api/v1/publisher/status", exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer(
                    exchange,
                    200,
                    "application/json",
                    "{\"deploymentId\":\"" + ID + "\",\"deploymentName\":\"" + ID
                            + "\",\"deploymentState\":\"PUBLISHED\",\"purls\":[]}");
        });
        server.start();
        Files.writeString(Path.of(args[0]), String.valueOf(server.getAddress().getPort()));
    }

    /** The content of the one part of a multipart body. */
    private static byte[] onlyPart(byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String delimiter = "\r\n" + text.substring(0, text.indexOf("\r\n"));
        return Arrays.copyOfRange(body, text.indexOf("\r\n\r\n") + 4, text.lastIndexOf(delimiter));
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
