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
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Two instances give products from their caches, while one of them changes some. */
final class ChangedProducts implements Row {

    private static final int PRODUCTS = 50;
    private static final int ROUNDS = 5;
    private static final int CHANGED = 5;

    private static final int MOST_SECONDS = 1;
    private static final double MOST_CALLS = 0.1;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_MILLIS = 10;

    private static final Count OLD =
            new Count("old_seconds", "longest time that the other instance gives the old value, in s");

    private final FarCache far;

    ChangedProducts(FarCache far) {
        this.far = far;
    }

    @Override
    public String name() {
        return far.nameOf("changed-products");
    }

    @Override
    public boolean isStandard() {
        return far.isStandard();
    }

    @Override
    public String starter() {
        return "cache";
    }

    @Override
    public String title() {
        return "Reads stay local, and instances agree on changes";
    }

    @Override
    public String sentence() {
        return "an instance gives 50 products five times, while they are in its cache; then the other one changes five of them";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofCaches(far, Columns.SHORT_SECONDS);
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess one = instances.one();
        ServiceProcess other = instances.other();
        // Twice: what was loaded first is still being written.
        read(one, 2);
        read(other, 1);
        long before = instances.calls(one);
        read(one, ROUNDS);
        counts.put(far.calls(), (double) (instances.calls(one) - before) / (ROUNDS * PRODUCTS));

        // The columns share what is outside of them, and no cache has these products yet.
        String own = Instances.nameOf(one) + "-" + System.nanoTime() + "-";
        String name = "changed";
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
                Expected.status(204));
        int status = Exchange.send(service.address(), request, PATIENCE).status();
        if (status != 204) {
            throw new IOException("a change was answered with " + status);
        }
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(OLD).isAtMost(MOST_SECONDS), that(far.calls()).isAtMost(MOST_CALLS));
    }

    @Override
    public Headline headline() {
        return Headline.of(far.calls().label() + ": %s", far.calls())
                .failing(OLD, seconds -> seconds > MOST_SECONDS, "a change is not seen for %s s");
    }
}
