/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.tuned.examples.beforeafter.load.Load;
import dev.tuned.examples.beforeafter.load.LoadClient;
import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.load.LoadResult;
import dev.tuned.examples.beforeafter.process.ServiceProcess;
import dev.tuned.examples.beforeafter.run.Workload;
import dev.tuned.examples.beforeafter.run.WrongAnswerException;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * Takes Couchbase away from a service under load, and gives it back. All the while the products change, so that the answers tell
 * how old they are. What is measured is the time without Couchbase.
 */
final class Outage implements Workload {

    private static final String PREFIX = "live";
    private static final int PRODUCTS = 50;
    private static final double RATE = 100;

    /** At 100 requests per second, none waits for another that is refused after a second. */
    private static final int CONNECTIONS = 128;

    private static final double WARM_UP_SECONDS = 3;

    /** Enough for each product to be read once. */
    private static final double HEALTHY_SECONDS = 0.5;

    private static final double AWAY_SECONDS = 2.5;

    /** Longer than a service leaves an entry alone whose reading has failed. */
    private static final double RECOVERED_SECONDS = 1.5;

    /** A service that has not recovered by then counts as if it had. */
    private static final long MOST_RECOVERY_MILLIS = 15_000;

    private static final int REQUESTS_PER_STEP = 10;
    private static final long WRITE_MILLIS = 100;

    private final LocalCouchbase couchbase;
    private final Map<String, Double> oldest = new HashMap<>();
    private final Map<String, Double> recovery = new HashMap<>();

    Outage(LocalCouchbase couchbase) {
        this.couchbase = couchbase;
    }

    @Override
    public String name() {
        return "read-outage";
    }

    @Override
    public String what() {
        return "GET of one of 50 products, Couchbase taken away";
    }

    @Override
    public String load() {
        return Math.round(RATE) + " requests/s";
    }

    @Override
    public void train(ServiceProcess service) throws IOException, InterruptedException {
        warmUp(service);
    }

    @Override
    public void check(ServiceProcess service) {
        // Every answer is checked; those of the warm-up must be right.
    }

    @Override
    public LoadResult warmUp(ServiceProcess service) throws IOException, InterruptedException {
        couchbase.write(PREFIX, PRODUCTS);
        return healthy(service, new Reader(service), WARM_UP_SECONDS);
    }

    private static LoadResult healthy(ServiceProcess service, Reader reader, double seconds) throws IOException {
        LoadResult result = reader.run(Math.round(seconds * RATE));
        if (result.failures() > 0) {
            throw new WrongAnswerException(service.name() + ": " + result.failures()
                    + " requests failed with Couchbase there, the first with " + result.firstFailure());
        }
        return result;
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
        try {
            Future<?> unused = writer.scheduleWithFixedDelay(this::write, 0, WRITE_MILLIS, TimeUnit.MILLISECONDS);
            Reader reader = new Reader(service);
            healthy(service, reader, HEALTHY_SECONDS);
            couchbase.down(service.name());
            LoadResult away = reader.run(Math.round(AWAY_SECONDS * RATE));
            couchbase.up(service.name());
            double recovered = reader.awaitNewerThan(System.currentTimeMillis());
            reader.run(Math.round(RECOVERED_SECONDS * RATE));
            recovery.merge(service.name(), recovered, Math::max);
            oldest.merge(service.name(), (double) reader.answers.oldestMillis(), Math::max);
            return away;
        } finally {
            writer.shutdownNow();
        }
    }

    private void write() {
        try {
            couchbase.write(PREFIX, PRODUCTS);
        } catch (IOException ex) {
            // Whoever asks Couchbase next is told the same.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Map<Metric, Double> observed(ServiceProcess service) {
        return Map.of(
                Metric.RECOVERY, recovery.getOrDefault(service.name(), 0.0),
                Metric.STALENESS, oldest.getOrDefault(service.name(), 0.0));
    }

    /** Reads one product after the other, so that all of them have been read shortly before Couchbase goes away. */
    private static final class Reader {

        private final ServiceProcess service;
        private final DatedAnswers answers = new DatedAnswers();
        private final List<LoadRequest> requests = IntStream.rangeClosed(1, PRODUCTS)
                .mapToObj(number -> LoadRequest.get("/products/" + PREFIX + "-" + number, answers))
                .toList();
        private int sent;

        Reader(ServiceProcess service) {
            this.service = service;
        }

        LoadResult run(long count) throws IOException {
            return LoadClient.run(
                    service.address(),
                    this::next,
                    Load.open(count, CONNECTIONS, RATE).whateverFails());
        }

        private LoadRequest next() {
            sent++;
            return requests.get(sent % requests.size());
        }

        /** Milliseconds until an answer was written after the moment. */
        double awaitNewerThan(long millis) throws IOException {
            answers.awaitNewerThan(millis);
            while (answers.firstAfterMillis() < 0 && System.currentTimeMillis() - millis < MOST_RECOVERY_MILLIS) {
                run(REQUESTS_PER_STEP);
            }
            return answers.firstAfterMillis() < 0 ? MOST_RECOVERY_MILLIS : answers.firstAfterMillis();
        }
    }
}
