/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * One request, sent over and over.
 *
 * @param request the bytes on the wire
 * @param size bytes of the content
 * @param connections how many send it at once
 */
record Load(ByteBuffer request, int size, int connections) {

    private static final String BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW3";

    /** The same content as it is, and as the only part of a form. */
    static List<Load> rawAndMultipart(String to, int size, int connections) {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        ByteBuffer raw = LoopbackClient.post("/raw/" + to, "application/octet-stream", content);
        return List.of(
                new Load(raw, size, connections), new Load(multipart("/stream/" + to, content), size, connections));
    }

    /** A form with one file, for code that takes a {@code MultipartFile}. */
    static Load form(int size, int connections) {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        return new Load(multipart("/form", content), size, connections);
    }

    private static ByteBuffer multipart(String path, byte[] content) {
        return LoopbackClient.post(
                path,
                "multipart/form-data; boundary=" + BOUNDARY,
                bytes("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n"
                        + "Content-Type: application/octet-stream\r\n\r\n"),
                content,
                bytes("\r\n--" + BOUNDARY + "--\r\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Runs for about so many seconds and returns the requests per connection that take a round's CPU time. */
    int warmUp(ServerProcess server, double seconds, double roundSeconds) throws IOException {
        int requests = 1;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            // The first may cost less than a step of the clock.
            double nanosEach = Math.max(1, run(server, requests) * size * connections);
            requests = (int) Math.max(1, Math.min(4.0 * requests, roundSeconds * 1e9 / nanosEach));
        }
        return requests;
    }

    /** Sends so many requests on each connection and returns what each byte cost the server in nanoseconds of CPU time. */
    double run(ServerProcess server, int requestsEach) throws IOException {
        long before = server.cpuNanos();
        CompletableFuture<?>[] senders = IntStream.range(0, connections)
                .mapToObj(i -> CompletableFuture.runAsync(() -> send(server.port(), requestsEach), Load::start))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(senders).join();
        return (server.cpuNanos() - before) / ((double) requestsEach * connections * size);
    }

    private static void start(Runnable task) {
        new Thread(task, "sender").start();
    }

    private void send(int port, int requests) {
        String expected = Integer.toString(size);
        try (LoopbackClient client = new LoopbackClient(port)) {
            for (int i = 0; i < requests; i++) {
                String answer = client.send(request);
                if (!answer.equals(expected)) {
                    throw new IllegalStateException("answered " + answer + " instead of " + expected);
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
