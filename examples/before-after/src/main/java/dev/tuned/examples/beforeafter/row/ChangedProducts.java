/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Two instances give products from their caches, while one of them changes some. */
final class ChangedProducts implements Row {

    private static final int PRODUCTS = 50;
    private static final int ROUNDS = 20;
    private static final int CHANGED = 5;

    /** In place of a minute, so that the row ends. */
    private static final int CAFFEINE_SECONDS = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_MILLIS = 10;

    private static final Count CALLS = new Count("couchbase_calls", "calls of Couchbase per read");
    private static final Count OLD =
            new Count("old_seconds", "longest time that the other instance gives the old value, in s");

    @Override
    public String name() {
        return "changed-products";
    }

    @Override
    public String sentence() {
        return "an instance gives 50 products 20 times, while they are in its cache; then the other one changes five of them";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return List.of(
                columns.stock(),
                columns.property(
                        "spring.cache.type=caffeine",
                        "spring.cache.caffeine.spec=expireAfterWrite=" + CAFFEINE_SECONDS + "s"),
                // That is in the file of its settings.
                columns.tuned("tuned.cache.near=products"));
    }

    @Override
    public boolean hasTwoInstances() {
        return true;
    }

    @Override
    public void play(ServiceProcess one, Counts counts) {
        throw new IllegalStateException("It takes two instances");
    }

    @Override
    public void play(ServiceProcess one, ServiceProcess other, RowRun.Starter starter, Counts counts)
            throws IOException, InterruptedException {
        read(one, 1);
        read(other, 1);
        long before = starter.couchbaseCalls(one);
        read(one, ROUNDS);
        counts.put(CALLS, (double) (starter.couchbaseCalls(one) - before) / (ROUNDS * PRODUCTS));

        // The columns share a Couchbase.
        String own = one.name().replace(' ', '-') + "-";
        String name = "changed-" + System.nanoTime();
        Set<String> old = new HashSet<>();
        for (int number = 1; number <= CHANGED; number++) {
            put(other, own + number, "old");
            read(one, own + number);
            old.add(own + number);
        }
        for (String id : old) {
            put(other, id, name);
        }
        long begin = System.nanoTime();
        while (!old.isEmpty() && System.nanoTime() - begin < LONGEST_NANOS) {
            Thread.sleep(PAUSE_MILLIS);
            for (String id : Set.copyOf(old)) {
                if (read(one, id).contains(name)) {
                    old.remove(id);
                }
            }
        }
        counts.put(OLD, (System.nanoTime() - begin) / 1e9);
    }

    private static void read(ServiceProcess service, int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (int id = 1; id <= PRODUCTS; id++) {
                read(service, String.valueOf(id));
            }
        }
    }

    private static String read(ServiceProcess service, String id) throws IOException, InterruptedException {
        HttpResponse<String> answer = service.get("/products/" + id);
        if (answer.statusCode() != 200) {
            throw new IOException("product " + id + " was answered with " + answer.statusCode());
        }
        return answer.body();
    }

    private static void put(ServiceProcess service, String id, String name) throws IOException {
        byte[] body = "{\"name\":\"%s\"}".formatted(name).getBytes(StandardCharsets.UTF_8);
        LoadRequest request = LoadRequest.of(
                "PUT",
                "/products/" + id,
                service.host(),
                Map.of("Content-Type", "application/json"),
                body,
                Expectation.startsWith(204, new byte[0]));
        int status = Exchange.send(service.address(), request, PATIENCE).status();
        if (status != 204) {
            throw new IOException("a change was answered with " + status);
        }
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.TUNED, OLD).isAtMost(1),
                that(Column.TUNED, CALLS).isBelow(0.1),
                that(Column.STOCK, CALLS).isAtLeast(1),
                that(Column.PROPERTY, OLD).isAtLeast(2));
    }
}
