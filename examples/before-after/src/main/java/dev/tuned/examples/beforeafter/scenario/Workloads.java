/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.tuned.examples.beforeafter.load.Expectation;
import dev.tuned.examples.beforeafter.load.LoadRequest;

/** Builds the requests of the scenarios. */
final class Workloads {

    private static final int PRODUCTS = 10_000;
    private static final int FIELDS = 5;
    private static final int LONG_DETAIL = 1200;

    private Workloads() {}

    static Workload hello() {
        return Workload.always(
                LoadRequest.get("/hello", Expectation.sameBody(200)),
                (index, answer) -> answer.text().equals("hello"));
    }

    static Workload formFields() {
        Multipart body = new Multipart();
        IntStream.rangeClosed(1, FIELDS).forEach(i -> body.field("field" + i, value(i)));
        return Workload.always(
                upload("/uploads", body),
                (index, answer) -> IntStream.rangeClosed(1, FIELDS)
                        .allMatch(i -> answer.text().contains('"' + value(i) + '"')));
    }

    private static String value(int field) {
        return "the text of field " + field;
    }

    static Workload upload(int size) {
        return file("/uploads", size);
    }

    /** To the endpoint that stores what it takes. */
    static Workload streamed(int size) {
        return file("/uploads/stream", size);
    }

    private static Workload file(String path, int size) {
        byte[] content = new byte[size];
        new SplittableRandom(size).nextBytes(content);
        String digest = Sha256.of(content);
        return Workload.always(
                upload(path, new Multipart().field("description", "a holiday").file("file", "photo.jpg", content)),
                (index, answer) -> answer.text().contains('"' + digest + '"'));
    }

    private static LoadRequest upload(String path, Multipart body) {
        return LoadRequest.post(path, Multipart.contentType(), body.end(), Expectation.sameBody(201));
    }

    static Workload products() {
        return new Workload(
                IntStream.rangeClosed(1, PRODUCTS)
                        .mapToObj(id -> LoadRequest.get("/products/" + id, Expectation.sameBody(200)))
                        .toList(),
                new Zipf(PRODUCTS),
                (index, answer) ->
                        answer.text().startsWith("{") && answer.text().contains(Integer.toString(index + 1)));
    }

    /** Products that nobody has asked for before: the first so many requests are for one, the next for the next. */
    static Workload newProducts(int callers) {
        Workload known = products();
        return new Workload(known.requests(), known.choice(), known.check(), callers, false, null);
    }

    /** The load of it is made elsewhere, because these products change. */
    static Workload liveProducts() {
        List<LoadRequest> requests = IntStream.rangeClosed(1, Scenarios.LIVE_PRODUCTS)
                .mapToObj(number -> product(Scenarios.LIVE_PREFIX + "-" + number))
                .toList();
        return Workload.anyOf(requests, (index, answer) -> true);
    }

    /** One that all variants answer with the same id, and with different names if it changed in between. */
    static LoadRequest product(String id) {
        byte[] start = ("{\"id\":\"" + id + "\",").getBytes(StandardCharsets.US_ASCII);
        return LoadRequest.get("/products/" + id, Expectation.startsWith(200, start));
    }

    static Workload orders() {
        return orders("/orders", "two of them, please");
    }

    /** As long a line as the field report had that found 20 KB of heap in it. */
    static Workload longOrders() {
        return orders("/orders", "x".repeat(LONG_DETAIL));
    }

    static Workload undeliverableOrders() {
        return orders("/orders/undeliverable", "two of them, please");
    }

    private static Workload orders(String path, String detail) {
        byte[] order = "{\"userId\":\"u-1042\",\"productId\":\"17\",\"detail\":\"%s\"}"
                .formatted(detail)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] start = "{\"number\":".getBytes(StandardCharsets.US_ASCII);
        return Workload.always(
                LoadRequest.post(path, "application/json", order, Expectation.startsWith(201, start)),
                (index, answer) -> answer.text().matches("\\{\"number\":\\d+}"));
    }

    static Workload files(StaticFiles files) {
        int[] checksums = files.checksums();
        List<LoadRequest> requests = IntStream.range(0, files.count())
                .mapToObj(i -> LoadRequest.get(
                        "/files/" + files.name(i), Expectation.content(200, files.size(), checksums[i])))
                .toList();
        return Workload.anyOf(requests, (index, answer) -> Arrays.equals(answer.body(), files.content(index)))
                .forFiles(files);
    }

    /** Through the pool of downstream connections; a server may say at once that it has no capacity. */
    static Workload pooled(int millis) {
        LoadRequest request = LoadRequest.get(
                "/pooled?ms=" + millis, Expectation.sameBody(200).orUnavailable());
        return Workload.always(request, (index, answer) -> true).thatMayBeDeclined();
    }

    static Workload slow(int millis) {
        return Workload.always(
                LoadRequest.get("/slow?ms=" + millis, Expectation.sameBody(200)), (index, answer) -> true);
    }
}
