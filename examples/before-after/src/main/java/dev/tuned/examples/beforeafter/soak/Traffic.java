/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.examples.beforeafter.catalog.Multipart;
import dev.tuned.examples.beforeafter.catalog.Sha256;

/** Sends requests of all kinds from threads that pause together, and checks each answer. */
final class Traffic {

    /** Items of an order. The service logs a line for the order and one for each item. */
    static final int ITEMS = 5;

    static final int PRODUCTS = 50;
    static final String PREFIX = "live";
    static final int FILE_SIZE = 200_000;

    /** The service may refuse a request that began less than this before SIGTERM. */
    private static final long ACCEPT_MILLIS = 500;

    private static final long RETRY_MILLIS = 200;
    private static final int LARGEST_UPLOAD = 3_000_000;
    private static final Expectation ANY = answer -> true;
    private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");
    private static final Pattern WRITTEN_AT = Pattern.compile("\"name\":\"(\\d+)\"");

    final Ledger uploads = new Ledger("uploads");
    final Ledger orders = new Ledger("orders");
    final Ledger products = new Ledger("product reads");
    final Ledger files = new Ledger("static files");
    final Ledger slow = new Ledger("requests that wait");
    final Ledger rude = new Ledger("clients that abort, trickle or stop reading");

    /** The numbers of the orders that were accepted. */
    final Set<Long> accepted = ConcurrentHashMap.newKeySet();

    final AtomicLong oldestMillis = new AtomicLong();

    private final InetSocketAddress address;
    private final Duration staleness;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean paused;
    private volatile boolean stopped;
    private volatile long endedAt = Long.MAX_VALUE;

    /**
     * Creates traffic that {@link #start} sends.
     *
     * @param address where the service listens
     * @param staleness the age that no product may exceed
     */
    Traffic(InetSocketAddress address, Duration staleness) {
        this.address = address;
        this.staleness = staleness;
    }

    List<Ledger> ledgers() {
        return List.of(uploads, orders, products, files, slow, rude);
    }

    void start() {
        repeat(3, 40, uploads, this::upload);
        repeat(2, 50, orders, this::order);
        repeat(4, 20, products, this::product);
        repeat(2, 40, files, this::file);
        repeat(24, 1, slow, this::slow);
        RudeClients clients = new RudeClients(address);
        repeat(1, 200, rude, clients::abort);
        repeat(1, 200, rude, clients::trickle);
        repeat(1, 200, rude, clients::stopReading);
    }

    /**
     * Sends one request of each kind, before anything fails, until it is answered as asked.
     *
     * @throws IOException if one is not within the time: something the service needs is missing
     */
    void check(Duration time) throws IOException, InterruptedException {
        Map<Ledger, Request> kinds = new LinkedHashMap<>();
        kinds.put(uploads, this::upload);
        kinds.put(orders, this::order);
        kinds.put(products, this::product);
        kinds.put(files, this::file);
        kinds.put(slow, this::slow);
        long deadline = System.nanoTime() + time.toNanos();
        for (Map.Entry<Ledger, Request> kind : kinds.entrySet()) {
            Ledger ledger = kind.getKey();
            while (ledger.done.sum() == 0) {
                String why = "they are refused";
                try {
                    kind.getValue().send(new SplittableRandom(1));
                } catch (IOException ex) {
                    why = String.valueOf(ex.getMessage());
                }
                if (ledger.done.sum() == 0 && System.nanoTime() > deadline) {
                    throw new IOException(ledger.what + " are not answered as asked before anything fails (" + why
                            + "): is what the service needs for them there?");
                }
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    private void slow(SplittableRandom random) throws IOException {
        check(slow, LoadRequest.get("/slow?ms=200", ANY));
    }

    private interface Request {

        void send(SplittableRandom random) throws IOException, InterruptedException;
    }

    private void repeat(int count, long pauseMillis, Ledger ledger, Request request) {
        for (int i = 0; i < count; i++) {
            SplittableRandom random = new SplittableRandom(31L * i + ledger.what.hashCode());
            Thread thread = new Thread(() -> loop(pauseMillis, ledger, request, random), ledger.what + " " + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void loop(long pauseMillis, Ledger ledger, Request request, SplittableRandom random) {
        try {
            while (!stopped) {
                Thread.sleep(paused ? 20 : pauseMillis);
                if (paused || stopped) {
                    continue;
                }
                long begin = System.currentTimeMillis();
                try {
                    request.send(random);
                } catch (IOException ex) {
                    if (begin > endedAt - ACCEPT_MILLIS) {
                        ledger.afterTheEnd.increment();
                    } else if (ledger == rude) {
                        ledger.refused.increment();
                    } else {
                        ledger.unanswered(ex + " after " + (System.currentTimeMillis() - begin) + " ms");
                    }
                }
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void upload(SplittableRandom random) throws IOException {
        byte[] content = new byte[1 + random.nextInt(random.nextInt(4) == 0 ? LARGEST_UPLOAD : 200_000)];
        random.nextBytes(content);
        byte[] body = new Multipart()
                .field("text", "a text")
                .file("file", "a.bin", content)
                .end();
        Answer answer = check(uploads, LoadRequest.post("/uploads", Multipart.contentType(), body, ANY));
        if (answer.status() == 201 && !answer.text().contains(Sha256.of(content))) {
            uploads.lost("another digest than that of the " + content.length + " bytes sent");
        }
    }

    private void order(SplittableRandom random) throws IOException {
        StringBuilder items = new StringBuilder();
        for (int i = 0; i < ITEMS; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"productId\":\"17\",\"quantity\":")
                    .append(1 + random.nextInt(9))
                    .append('}');
        }
        byte[] order = ("{\"userId\":\"u-1\",\"items\":[" + items + "]}").getBytes(StandardCharsets.ISO_8859_1);
        Answer answer = check(orders, LoadRequest.post("/orders", "application/json", order, ANY));
        Matcher number = NUMBER.matcher(answer.text());
        if (answer.status() == 201 && number.find()) {
            accepted.add(Long.valueOf(number.group(1)));
        }
    }

    private void product(SplittableRandom random) throws IOException {
        long sent = System.currentTimeMillis();
        String path = "/products/" + PREFIX + "-" + (1 + random.nextInt(PRODUCTS));
        Answer answer = check(products, LoadRequest.get(path, ANY));
        Matcher written = WRITTEN_AT.matcher(answer.text());
        if (answer.status() == 200 && written.find()) {
            long age = sent - Long.parseLong(written.group(1));
            oldestMillis.accumulateAndGet(age, Math::max);
            if (age > staleness.toMillis()) {
                products.lost("a value " + age + " ms old");
            }
        }
    }

    private void file(SplittableRandom random) throws IOException {
        Answer answer = check(files, LoadRequest.get("/files/soak.bin", ANY));
        if (answer.status() == 200 && answer.body().length != FILE_SIZE) {
            files.lost(answer.body().length + " bytes of " + FILE_SIZE);
        }
    }

    /** A connection for each request, so that no answer is lost because the service closes an idle one. */
    private Answer check(Ledger ledger, LoadRequest request) throws IOException {
        Answer answer = Exchange.send(address, request);
        (answer.status() < 300 ? ledger.done : ledger.refused).increment();
        return answer;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    /** The service ends: from now on a refused or closed connection is no lost request. */
    void serviceEnds() {
        endedAt = System.currentTimeMillis();
    }

    /** Ends the threads, and waits until each has its answer. */
    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join(Duration.ofSeconds(70).toMillis());
        }
    }
}
