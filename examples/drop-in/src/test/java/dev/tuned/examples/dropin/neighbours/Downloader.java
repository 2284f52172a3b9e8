/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Starter;
import dev.tuned.examples.dropin.threads.RequestTable;

/** Asks for static files, which the threads starter sends by sendfile, or stock copies. */
final class Downloader extends NeighbourClient {

    private static final String MODIFIED = "Mon, 01 Jan 2024 00:00:00 GMT";
    private static final String BEFORE = "Sun, 01 Jan 2023 00:00:00 GMT";

    /** What is asked of a file that is just large enough to be sent. */
    private static final String[] REQUESTS = {
        "<GET|HEAD|POST> %s",
        "GET %s || Range: bytes=<0-|0-0|100-299|1000-60999|40000-999999|-1|-49500|-999999>",
        "GET %s || Range: bytes=<0-99,200-299|0-19999,-20000|5-4,7-8>",
        "<GET|HEAD> %s || Range: <bytes=400000-|bytes=9-1|bytes=|lines=1-2>",
        "HEAD %s || Range: bytes=<0-49999|0-99,200-299>",
        "<GET|HEAD> %s || If-None-Match: <$etag|\"other\"|*>",
        "<GET|HEAD> %s || If-Modified-Since: <" + MODIFIED + "|" + BEFORE + ">",
        "GET %s || If-Unmodified-Since: <" + MODIFIED + "|" + BEFORE + ">",
        "GET %s || If-Match: <$etag|\"other\">",
        "GET %s || Range: bytes=1- || If-Range: <" + MODIFIED + "|" + BEFORE + "|$etag|\"other\">",
        "GET %s || Range: bytes=1- || If-Modified-Since: " + MODIFIED,
        "<GET|HEAD> %s || Accept-Encoding: <gzip|br, gzip|identity>",
        "GET %s || Range: bytes=1-60000 || Accept-Encoding: br, gzip",
    };

    /** What is asked of one that is not, and of one that is much larger. */
    private static final String[] FEWER_REQUESTS = {
        "<GET|HEAD> %s",
        "GET %s || Range: bytes=<1000-2999|0-99,200-299|-100|60000-|9999999->",
        "GET %s || If-None-Match: $etag",
        "GET %s || If-Modified-Since: " + MODIFIED,
        "GET %s || Accept-Encoding: <gzip|br, gzip>"
    };

    private final boolean inDetail;

    /** @param inDetail whether files get all kinds of requests, where otherwise some are enough */
    Downloader(RunningApplication application, Recording recording, boolean inDetail) {
        super(application, recording, Starter.THREADS, "tuned_threads_sendfile_sent_total");
        this.inDetail = inDetail;
    }

    /** Sends {@code steps} past a neighbour for whose sake the starter leaves them to stock, and counts the reason. */
    void pastFor(String reason, String name, Steps steps, String... shown) throws Exception {
        long before = fallbacks(reason);
        pastLeftToStock(name, steps, shown);
        if (hasStarter() && fallbacks(reason) == before) {
            throw new AssertionError("past " + name + " nothing was left to stock as '" + reason + "'");
        }
    }

    private long fallbacks(String reason) {
        String sample = "tuned_threads_sendfile_fallback_total{reason=\"" + reason + "\"} ";
        return meters().lines()
                .filter(line -> line.startsWith(sample))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(sample.length())))
                .sum();
    }

    /** All kinds of requests for files above the size from which the starter sends and below it, and for none. */
    void usual(String path, String... headers) throws IOException {
        all(path + "/49k.txt", headers);
        if (inDetail) {
            fewer(path + "/300k.txt", headers);
            fewer(path + "/47k.txt", headers);
            send("GET " + path + "/absent.txt", headers);
        } else {
            send("GET " + path + "/300k.txt", headers);
            send("GET " + path + "/47k.txt", headers);
        }
    }

    /** All kinds of requests for one file. */
    void all(String path, String... headers) throws IOException {
        send(inDetail ? REQUESTS : FEWER_REQUESTS, path, headers);
    }

    /** Some of them. */
    void fewer(String path, String... headers) throws IOException {
        send(FEWER_REQUESTS, path, headers);
    }

    private void send(String[] requests, String path, String... headers) throws IOException {
        for (String request : RequestTable.of(requests)) {
            send(request.formatted(path), headers);
        }
    }

    /** One request, as {@link RequestTable} has them. */
    RawHttp.Answer send(String request, String... headers) throws IOException {
        RawHttp.Answer answer = RequestTable.exchange(
                headers.length == 0 ? request : request + " || " + String.join(" || ", headers),
                bytes -> RawHttp.exchange(port(), bytes));
        record(request, answer);
        RequestTable.lastModified(answer).ifPresent(modified -> record(request, "last-modified", modified));
        return answer;
    }
}
