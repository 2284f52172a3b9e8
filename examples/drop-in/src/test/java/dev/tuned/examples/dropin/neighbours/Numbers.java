/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Asks for a file and records what is counted of it: the line of the access log, the bytes by Tomcat and the requests by Boot. Each
 * request is over and counted before the next. Not thread-safe.
 */
final class Numbers {

    private static final Pattern LENGTH = Pattern.compile("(?i)Content-Length: (\\d+)");
    private static final Pattern REQUESTS = Pattern.compile("(?m)^http_server_requests_seconds_count(\\{.*}) (\\S+)$");
    private static final Pattern SENT =
            Pattern.compile("(?m)^tomcat_global_sent_bytes_total\\{name=\"http-nio-127.0.0.1-auto-1\"} (\\S+)$");
    private static final String LOG = "tomcat/logs/access_log.log";
    private static final int WINDOW_BYTES = 16_384;
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long POLL_MILLIS = 20;

    private final Downloader downloader;

    Numbers(Downloader downloader) {
        this.downloader = downloader;
    }

    /** Reads all of a file, as slowly as a small window is. */
    void whole(String path, String... headers) throws IOException, InterruptedException {
        String name = name(path, headers);
        long lines = lines();
        long sent = sent();
        Map<String, Long> requests = requests();
        long length;
        try (Socket socket = ask(path, headers)) {
            length = length(socket.getInputStream());
            long read = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            downloader.record(name, "read", read + " of " + length);
        }
        await(() -> lines() > lines && sent() - sent >= length && !requests().equals(requests));
        downloader.record(name, "access log", line());
        downloader.record(name, "bytes by Tomcat", sent() - sent);
        downloader.record(name, "requests by Boot", since(requests));
    }

    /** Reads the head and some bytes, and resets the connection; how many the server sent is not known, only that it was not all. */
    void givenUp(String path, int bytes, String... headers) throws IOException, InterruptedException {
        String name = name(path, headers) + " after " + bytes;
        long lines = lines();
        long sent = sent();
        Map<String, Long> requests = requests();
        long length;
        try (Socket socket = ask(path, headers)) {
            length = length(socket.getInputStream());
            socket.getInputStream().readNBytes(bytes);
            socket.setSoLinger(true, 0);
        }
        await(() -> lines() > lines && sent() > sent && !requests().equals(requests));
        String line = line();
        int at = line.lastIndexOf(' ') + 1;
        downloader.record(
                name, "access log", line.substring(0, at) + share(Long.parseLong(line.substring(at)), length));
        downloader.record(name, "bytes by Tomcat", share(sent() - sent, length));
        downloader.record(name, "requests by Boot", since(requests));
    }

    private static String name(String path, String... headers) {
        return headers.length == 0 ? path : path + " " + String.join(" ", headers);
    }

    private static String share(long sent, long length) {
        return sent <= 0 ? "none" : sent < length ? "some" : "all";
    }

    private Socket ask(String path, String... headers) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(WINDOW_BYTES);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress("127.0.0.1", downloader.port()));
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n") + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Reads the head and returns what it promises; of several ranges their sum is not promised. */
    private static long length(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the head ended after " + head);
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        return length.find() ? Long.parseLong(length.group(1)) : Long.MAX_VALUE;
    }

    /** Waits until all has been counted, or is given up: what is recorded then shows what was not. */
    private static void await(BooleanSupplier counted) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!counted.getAsBoolean() && System.nanoTime() < end) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private long lines() {
        return downloader.application().file(LOG).lines().count();
    }

    private String line() {
        return downloader.application().file(LOG).lines().reduce("", (before, line) -> line);
    }

    private long sent() {
        Matcher sent = SENT.matcher(downloader.meters());
        return sent.find() ? (long) Double.parseDouble(sent.group(1)) : 0;
    }

    private Map<String, Long> requests() {
        Map<String, Long> requests = new TreeMap<>();
        Matcher sample = REQUESTS.matcher(downloader.meters());
        while (sample.find()) {
            if (!sample.group(1).contains("/actuator/")) {
                requests.put(sample.group(1), (long) Double.parseDouble(sample.group(2)));
            }
        }
        return requests;
    }

    private String since(Map<String, Long> before) {
        return requests().entrySet().stream()
                .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
                .map(entry -> entry.getKey() + " " + (entry.getValue() - before.getOrDefault(entry.getKey(), 0L)))
                .collect(Collectors.joining("\n"));
    }
}
