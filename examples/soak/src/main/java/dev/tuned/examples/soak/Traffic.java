/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.examples.beforeafter.catalog.Catalog;

/** Sends requests of all kinds from clients that pause together, and checks each answer. */
final class Traffic {

    /** Items of an order. The service logs a line for the order and one for each item. */
    static final int ITEMS = 5;

    static final int PRODUCTS = 50;
    static final String PREFIX = "live";
    static final int FILE_SIZE = 200_000;

    /** The service may refuse a request that began less than this before SIGTERM. */
    private static final long ACCEPT_MILLIS = 500;

    private static final long RETRY_MILLIS = 200;
    private static final long RUDE_PAUSE_MILLIS = 200;

    /** More than there are clients: each has one while it waits. */
    private static final int THREADS = 50;

    /** Longer than a request may take. */
    private static final long END_SECONDS = 70;

    private static final int LARGEST_UPLOAD = 3_000_000;
    private static final Expectation ANY = answer -> true;
    private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");
    private static final Pattern WRITTEN_AT = Pattern.compile("\"name\":\"(\\d+)\"");

    private interface Request {

        void send(SplittableRandom random) throws IOException, InterruptedException;
    }

    /** Requests of one kind: what is counted of them, how many clients send them, and how long each pauses. */
    private record Kind(Ledger ledger, int clients, long pauseMillis, Request request) {}

    private final Ledger uploads = new Ledger("uploads");
    private final Ledger orders = new Ledger("orders");
    private final Ledger products = new Ledger("product reads");
    private final Ledger files = new Ledger("static files");
    private final Ledger slow = new Ledger("requests that wait");

    private final List<Kind> kinds = List.of(
            new Kind(uploads, 3, 40, this::upload),
            new Kind(orders, 2, 50, this::order),
            new Kind(products, 4, 20, this::product),
            new Kind(files, 2, 40, this::file),
            new Kind(slow, 24, 1, this::slow));

    /** The numbers of the orders that were accepted. */
    final Set<Long> accepted = ConcurrentHashMap.newKeySet();

    final AtomicLong oldestMillis = new AtomicLong();

    private final InetSocketAddress address;
    private final Duration staleness;
    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(THREADS);
    private volatile boolean paused;
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
        return kinds.stream().map(Kind::ledger).toList();
    }

    void start() {
        for (Kind kind : kinds) {
            for (int i = 0; i < kind.clients(); i++) {
                long seed = 31L * i + kind.ledger().what.hashCode();
                repeat(kind.pauseMillis(), seed, kind.request(), kind.ledger()::unanswered);
            }
        }
        RudeClients rude = new RudeClients(address);
        for (Request request : List.<Request>of(rude::abort, rude::trickle, rude::stopReading)) {
            // They wait for no answer, so that none is missing.
            repeat(RUDE_PAUSE_MILLIS, 0, request, why -> {});
        }
    }

    private void repeat(long pauseMillis, long seed, Request request, Consumer<String> unanswered) {
        SplittableRandom random = new SplittableRandom(seed);
        Runnable client = () -> {
            if (!paused) {
                send(request, random, unanswered);
            }
        };
        Future<?> unused = clients.scheduleWithFixedDelay(client, pauseMillis, pauseMillis, TimeUnit.MILLISECONDS);
    }

    private void send(Request request, SplittableRandom random, Consumer<String> unanswered) {
        long begin = System.currentTimeMillis();
        try {
            request.send(random);
        } catch (IOException | RuntimeException ex) {
            if (begin <= endedAt - ACCEPT_MILLIS) {
                unanswered.accept(ex + " after " + (System.currentTimeMillis() - begin) + " ms");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends one request of each kind, before anything fails, until it is answered as asked.
     *
     * @throws IOException if one is not within the time: something the service needs is missing
     */
    void check(Duration time) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        for (Kind kind : kinds) {
            Ledger ledger = kind.ledger();
            while (ledger.done.sum() == 0) {
                String why = "they are refused";
                try {
                    kind.request().send(new SplittableRandom(1));
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

    private void upload(SplittableRandom random) throws IOException {
        byte[] content = new byte[1 + random.nextInt(random.nextInt(4) == 0 ? LARGEST_UPLOAD : 200_000)];
        random.nextBytes(content);
        Answer answer = answer(uploads, Catalog.form(ANY, content));
        if (answer.status() == 201 && !answer.text().contains(Catalog.sha256(content))) {
            uploads.lost("another digest than that of the " + content.length + " bytes sent");
        }
    }

    private void order(SplittableRandom random) throws IOException {
        String items = IntStream.range(0, ITEMS)
                .mapToObj(i -> "{\"productId\":\"17\",\"quantity\":" + random.nextInt(1, 10) + "}")
                .collect(Collectors.joining(","));
        byte[] order = ("{\"userId\":\"u-1\",\"items\":[" + items + "]}").getBytes(StandardCharsets.ISO_8859_1);
        Answer answer = answer(orders, LoadRequest.post("/orders", "application/json", order, ANY));
        Matcher number = NUMBER.matcher(answer.text());
        if (answer.status() == 201 && number.find()) {
            accepted.add(Long.valueOf(number.group(1)));
        }
    }

    private void product(SplittableRandom random) throws IOException {
        long sent = System.currentTimeMillis();
        String path = "/products/" + PREFIX + "-" + (1 + random.nextInt(PRODUCTS));
        Answer answer = answer(products, LoadRequest.get(path, ANY));
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
        Answer answer = answer(files, LoadRequest.get("/files/soak.bin", ANY));
        if (answer.status() == 200 && answer.body().length != FILE_SIZE) {
            files.lost(answer.body().length + " bytes of " + FILE_SIZE);
        }
    }

    private void slow(SplittableRandom random) throws IOException {
        answer(slow, LoadRequest.get("/slow?ms=200", ANY));
    }

    /** A connection for each request, so that no answer is lost because the service closes an idle one. */
    private Answer answer(Ledger ledger, LoadRequest request) throws IOException {
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

    /** Ends the clients, and waits until each has its answer. */
    void stop() throws InterruptedException {
        clients.shutdown();
        clients.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    }
}
