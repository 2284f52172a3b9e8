/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;

/**
 * Requests from a file, a case each. A line is {@code METHOD target || Header: value || …}; {@code <a|b>} stands for a line
 * with {@code a} and one with {@code b}, {@code \x41} for a byte, and {@code $etag} for the ETag that the target has.
 */
public final class RequestTable {

    private static final Pattern ALTERNATIVES = Pattern.compile("<([^<>]*)>");
    private static final Pattern BYTE = Pattern.compile("\\\\x([0-9a-f]{2})");
    private static final Pattern ETAG = Pattern.compile("(?mi)^ETag: (.*?)\\r?$");
    private static final Pattern BOUNDARY = Pattern.compile("boundary=([^\\s;]+)");
    private static final Pattern LAST_MODIFIED = Pattern.compile("(?mi)^Last-Modified: (.*?)\\r?$");

    /** Sends a request and reads the answer to its end. */
    @FunctionalInterface
    public interface Client {

        RawHttp.Answer exchange(byte[] request) throws IOException;
    }

    private RequestTable() {}

    static List<String> read(String file) {
        try (InputStream in = RequestTable.class.getResourceAsStream("/threads/" + file)) {
            List<String> requests = new ArrayList<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> expand(line.strip(), requests));
            return requests;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The requests of {@code lines}. */
    public static List<String> of(String... lines) {
        List<String> requests = new ArrayList<>();
        for (String line : lines) {
            expand(line, requests);
        }
        return requests;
    }

    private static void expand(String line, List<String> requests) {
        Matcher alternatives = ALTERNATIVES.matcher(line);
        if (!alternatives.find()) {
            requests.add(line);
            return;
        }
        for (String alternative : alternatives.group(1).split("\\|", -1)) {
            expand(
                    line.substring(0, alternatives.start()) + alternative + line.substring(alternatives.end()),
                    requests);
        }
    }

    /** Plays all requests one after another, each on a connection of its own. */
    static void play(List<String> requests, Client client, Recording recording) throws IOException {
        for (String request : requests) {
            RawHttp.Answer answer = exchange(request, client);
            answer.recordAs(request, recording);
            lastModified(answer).ifPresent(modified -> recording.add(request, "last-modified", modified));
        }
    }

    /** Sends one request on a connection of its own. */
    public static RawHttp.Answer exchange(String request, Client client) throws IOException {
        return withoutBoundary(client.exchange(bytes(request, client)));
    }

    /** Seconds since 1970: times in heads are not compared; this one is of a file, and has to be the same. */
    public static OptionalLong lastModified(RawHttp.Answer answer) {
        Matcher modified = LAST_MODIFIED.matcher(answer.head());
        return modified.find() ? OptionalLong.of(epochSecond(modified.group(1))) : OptionalLong.empty();
    }

    /** The bytes of a request after which the connection is closed. */
    static byte[] bytes(String request, Client client) throws IOException {
        return text(request, "close", client).getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(String request, String connection, Client client) throws IOException {
        String[] parts = request.split(" \\|\\| ");
        String line = unescape(parts[0]);
        StringBuilder text = new StringBuilder(line.matches(".* HTTP/\\d\\.\\d") ? line : line + " HTTP/1.1")
                .append("\r\nHost: localhost\r\nConnection: ")
                .append(connection)
                .append("\r\n");
        for (int i = 1; i < parts.length; i++) {
            String header = unescape(parts[i]);
            text.append(header.contains("$etag") ? header.replace("$etag", etag(parts[0], client)) : header)
                    .append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    /** The boundary between several ranges is random, as is its length. */
    private static RawHttp.Answer withoutBoundary(RawHttp.Answer answer) {
        Matcher boundary = BOUNDARY.matcher(answer.head());
        if (!boundary.find()) {
            return answer;
        }
        String head = answer.head()
                .replaceAll("(?i)Transfer-Encoding: chunked", "Transfer-Encoding: chunked (and read)")
                .replaceAll("(?i)Content-Length: \\d+", "Content-Length: <length>");
        String text = (head + "\r\n\r\n" + answer.body()).replace(boundary.group(1), "<boundary>");
        return new RawHttp.Answer(text.getBytes(StandardCharsets.ISO_8859_1), answer.end());
    }

    private static String etag(String line, Client client) throws IOException {
        Matcher etag = ETAG.matcher(
                client.exchange(bytes(line.replace("HEAD", "GET"), client)).head());
        return etag.find() ? etag.group(1) : "none";
    }

    private static String unescape(String text) {
        return BYTE.matcher(text)
                .replaceAll(hex -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
    }

    private static long epochSecond(String date) {
        return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
    }
}
