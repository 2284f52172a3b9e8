/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;

/** The requests to the example service, and its meters. */
public final class Catalog {

    /** So many items that the log lines of an order cost some 40 % of the throughput, as in the field report. */
    public static final int ITEMS = 12;

    private static final int FIELDS = 5;
    private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.E+-]+)");
    private static final int LONG_DETAIL = 1200;
    private static final String BOUNDARY = "----before-after-7d93b2a1c05e4f68";

    private Catalog() {}

    public static Requests hello() {
        return Requests.always(
                LoadRequest.get("/hello", Expected.sameBody(200)),
                (index, answer) -> answer.text().equals("hello"));
    }

    static Requests formFields() {
        return Requests.always(
                form(Expected.sameBody(201)),
                (index, answer) -> IntStream.rangeClosed(1, FIELDS)
                        .allMatch(i -> answer.text().contains('"' + value(i) + '"')));
    }

    private static String value(int field) {
        return "the text of field " + field;
    }

    /** A form with the same texts and a file of random bytes. */
    public static Requests upload(int size) {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        String digest = sha256(content);
        return Requests.always(
                form(Expected.sameBody(201), content),
                (index, answer) -> answer.text().contains('"' + digest + '"'));
    }

    /** The SHA-256 in hexadecimal that the service answers an uploaded file with. */
    public static String sha256(byte[] file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** A form with five texts and some files. */
    public static LoadRequest form(Expectation expectation, byte[]... files) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        IntStream.rangeClosed(1, FIELDS)
                .forEach(i -> addPart(body, "name=\"field" + i + '"', value(i).getBytes(StandardCharsets.US_ASCII)));
        for (byte[] file : files) {
            addPart(body, "name=\"file\"; filename=\"photo.jpg\"\r\nContent-Type: application/octet-stream", file);
        }
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return LoadRequest.post(
                "/uploads", "multipart/form-data; boundary=" + BOUNDARY, body.toByteArray(), expectation);
    }

    private static void addPart(ByteArrayOutputStream body, String head, byte[] content) {
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** An order with n items: the service logs one line for the order and one for each item. */
    public static Requests orders(int items) {
        return orders("/orders", items, "two of them, please");
    }

    /** An order with a line as long as in the field report that found 20 KB of heap in it. */
    static Requests longOrders() {
        return orders("/orders", 1, "x".repeat(LONG_DETAIL));
    }

    /** Orders for which the service logs an exception. */
    static Requests undeliverableOrders() {
        return orders("/orders/undeliverable", 1, "two of them, please");
    }

    private static Requests orders(String path, int items, String detail) {
        List<String> list = Collections.nCopies(items, "{\"productId\":\"17\",\"quantity\":2}");
        byte[] order = "{\"userId\":\"u-1042\",\"detail\":\"%s\",\"items\":[%s]}"
                .formatted(detail, String.join(",", list))
                .getBytes(StandardCharsets.US_ASCII);
        byte[] start = "{\"number\":".getBytes(StandardCharsets.US_ASCII);
        return Requests.always(
                LoadRequest.post(path, "application/json", order, Expected.startsWith(201, start)),
                (index, answer) -> answer.text().matches("\\{\"number\":\\d+}"));
    }

    public static Requests files(StaticFiles files) {
        int[] checksums = files.checksums();
        List<LoadRequest> requests = IntStream.range(0, files.count())
                .mapToObj(i ->
                        LoadRequest.get("/files/" + files.name(i), Expected.content(200, files.size(), checksums[i])))
                .toList();
        return Requests.anyOf(requests, (index, answer) -> Arrays.equals(answer.body(), files.content(index)));
    }

    /** Requests that wait as for another system. */
    public static Requests slow(int millis) {
        return Requests.always(LoadRequest.get("/slow?ms=" + millis, Expected.sameBody(200)), (index, answer) -> true);
    }

    /** The value of a meter, summed over the tags that are not named; 0 where it is not there. */
    public static double meter(ServiceProcess service, String name) throws IOException, InterruptedException {
        Matcher value = VALUE.matcher(service.get("/actuator/metrics/" + name).body());
        return value.find() ? Double.parseDouble(value.group(1)) : 0;
    }
}
