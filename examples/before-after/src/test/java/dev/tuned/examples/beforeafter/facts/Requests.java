/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import dev.tuned.examples.beforeafter.process.ServiceProcess;

/** The requests of the facts, through the JDK's client. */
final class Requests {

    private static final String BOUNDARY = "facts-5f1d7c";
    private static final int LETTERS = 1 << 20;
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
        return multipart(process, "/uploads", body + end());
    }

    /** One file of {@code size} letters and nothing else. */
    static HttpRequest upload(ServiceProcess process, int size) {
        return upload(process, "/uploads", size);
    }

    /** The same to a path. */
    static HttpRequest upload(ServiceProcess process, String path, int size) {
        String letters = new Random(size)
                .ints(Math.min(size, LETTERS), 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        String content = letters.repeat(size / letters.length()) + letters.substring(0, size % letters.length());
        return multipart(process, path, part("name=\"file\"; filename=\"a.txt\"") + content + "\r\n" + end());
    }

    private static String part(String parameters) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n";
    }

    private static String end() {
        return "--" + BOUNDARY + "--\r\n";
    }

    private static HttpRequest multipart(ServiceProcess process, String path, String body) {
        return post(process, path, "multipart/form-data; boundary=" + BOUNDARY, body);
    }

    /** An order whose log line names the detail. */
    static HttpRequest order(ServiceProcess process) {
        return post(
                process,
                "/orders",
                "application/json",
                "{\"userId\":\"u\",\"items\":[{\"productId\":\"17\",\"quantity\":1}]}");
    }

    private static HttpRequest post(ServiceProcess process, String path, String type, String body) {
        return HttpRequest.newBuilder(process.uri(path))
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
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
