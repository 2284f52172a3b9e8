/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import dev.tuned.bench.process.ServiceProcess;

/** The requests of the facts, through the JDK's client. */
final class Requests {

    private static final String BOUNDARY = "facts-5f1d7c";
    private static final String MULTIPART = "multipart/form-data; boundary=" + BOUNDARY;
    private static final byte[] LETTERS = letters();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Requests() {}

    /** A form of five text fields and no file. */
    static HttpRequest form(ServiceProcess process) {
        StringBuilder body = new StringBuilder();
        for (int field = 1; field <= 5; field++) {
            body.append(part("name=\"field" + field + "\""))
                    .append("value ")
                    .append(field)
                    .append("\r\n");
        }
        return post(process, "/uploads", MULTIPART, BodyPublishers.ofString(body + end()));
    }

    /** One file of {@code size} letters and nothing else. */
    static HttpRequest upload(ServiceProcess process, int size) {
        return upload(process, "/uploads", size);
    }

    /** The same to a path. */
    static HttpRequest upload(ServiceProcess process, String path, int size) {
        byte[] begin = bytes(part("name=\"file\"; filename=\"a.txt\""));
        byte[] end = bytes("\r\n" + end());
        List<byte[]> body = new ArrayList<>(List.of(begin));
        for (int left = size; left > 0; left -= LETTERS.length) {
            body.add(left < LETTERS.length ? Arrays.copyOf(LETTERS, left) : LETTERS);
        }
        body.add(end);
        long length = (long) begin.length + size + end.length;
        return post(process, path, MULTIPART, BodyPublishers.fromPublisher(BodyPublishers.ofByteArrays(body), length));
    }

    private static byte[] letters() {
        byte[] letters = new byte[1 << 20];
        Random random = new Random(letters.length);
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) (random.nextInt('z' + 1 - 'a') + 'a');
        }
        return letters;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String part(String parameters) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n";
    }

    private static String end() {
        return "--" + BOUNDARY + "--\r\n";
    }

    /** An order whose log line names the detail. */
    static HttpRequest order(ServiceProcess process) {
        return post(
                process,
                "/orders",
                "application/json",
                BodyPublishers.ofString("{\"userId\":\"u\",\"items\":[{\"productId\":\"17\",\"quantity\":1}]}"));
    }

    /** Sets the level of a logger. */
    static HttpRequest level(ServiceProcess process, String logger, String level) {
        return post(
                process,
                "/actuator/loggers/" + logger,
                "application/json",
                BodyPublishers.ofString("{\"configuredLevel\":\"" + level + "\"}"));
    }

    private static HttpRequest post(ServiceProcess process, String path, String type, BodyPublisher body) {
        return HttpRequest.newBuilder(process.uri(path))
                .timeout(Duration.ofMinutes(5))
                .header("Content-Type", type)
                .POST(body)
                .build();
    }

    /** Sends a request and requires the status. */
    static String send(HttpRequest request, int status) throws IOException, InterruptedException {
        HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
        if (response.statusCode() != status) {
            throw new IOException(request.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    /** The bytes of a GET's answer, which has to have status 200. */
    static byte[] bytes(URI uri) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(uri + " answered " + response.statusCode());
        }
        return response.body();
    }

    static CompletableFuture<Integer> sendAsync(HttpRequest request) {
        return HTTP.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::statusCode);
    }
}
