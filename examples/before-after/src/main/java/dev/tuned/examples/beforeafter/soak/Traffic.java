/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests of all kinds, each checked, from threads that pause together. */
final class Traffic {

    /** Lines that the service logs for an order: one for it, one for each item. */
    static final int ITEMS = 5;

    static final int PRODUCTS = 50;
    static final String PREFIX = "live";
    static final int FILE_SIZE = 200_000;

    /** A request that began so shortly before SIGTERM may not have been accepted yet. */
    private static final long ACCEPT_MILLIS = 500;

    private static final long RETRY_MILLIS = 200;
    private static final int LARGEST_UPLOAD = 3_000_000;
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
     * Prepares it.
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
     * @throws IOException if one is not within a time: what it needs is not there
     */
    void check(Duration patience) throws IOException, InterruptedException {
        Map<Ledger, Request> kinds = new LinkedHashMap<>();
        kinds.put(uploads, this::upload);
        kinds.put(orders, this::order);
        kinds.put(products, this::product);
        kinds.put(files, this::file);
        kinds.put(slow, this::slow);
        long deadline = System.nanoTime() + patience.toNanos();
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
        check(slow, Exchange.head("GET", "/slow?ms=200", "", -1), new byte[0]);
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
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(
                "--b7d\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\na text\r\n--b7d\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1));
        body.writeBytes(content);
        body.writeBytes("\r\n--b7d--\r\n".getBytes(StandardCharsets.ISO_8859_1));
        Exchange answer = check(
                uploads,
                Exchange.head("POST", "/uploads", "Content-Type: multipart/form-data; boundary=b7d\r\n", body.size()),
                body.toByteArray());
        if (answer.status() == 201 && !answer.body().contains(sha256(content))) {
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
        byte[] body = ("{\"userId\":\"u-1\",\"items\":[" + items + "]}").getBytes(StandardCharsets.ISO_8859_1);
        Exchange answer = check(
                orders, Exchange.head("POST", "/orders", "Content-Type: application/json\r\n", body.length), body);
        Matcher number = NUMBER.matcher(answer.body());
        if (answer.status() == 201 && number.find()) {
            accepted.add(Long.valueOf(number.group(1)));
        }
    }

    private void product(SplittableRandom random) throws IOException {
        long sent = System.currentTimeMillis();
        String path = "/products/" + PREFIX + "-" + (1 + random.nextInt(PRODUCTS));
        Exchange answer = check(products, Exchange.head("GET", path, "", -1), new byte[0]);
        Matcher written = WRITTEN_AT.matcher(answer.body());
        if (answer.status() == 200 && written.find()) {
            long age = sent - Long.parseLong(written.group(1));
            oldestMillis.accumulateAndGet(age, Math::max);
            if (age > staleness.toMillis()) {
                products.lost("a value " + age + " ms old");
            }
        }
    }

    private void file(SplittableRandom random) throws IOException {
        Exchange answer = check(files, Exchange.head("GET", "/files/soak.bin", "", -1), new byte[0]);
        if (answer.status() == 200 && answer.body().length() != FILE_SIZE) {
            files.lost(answer.body().length() + " bytes of " + FILE_SIZE);
        }
    }

    private Exchange check(Ledger ledger, byte[] head, byte[] body) throws IOException {
        Exchange answer = Exchange.of(address, head, body);
        (answer.status() < 300 ? ledger.done : ledger.refused).increment();
        return answer;
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    /** From now on a connection that is refused or closed is no lost request. */
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
