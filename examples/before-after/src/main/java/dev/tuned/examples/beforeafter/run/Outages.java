/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.scenario.Scenarios;

/**
 * Takes Couchbase away and back under load, for all sides at the same moment. All the while the products change in Couchbase,
 * so that their answers tell how old they are and when a side is up to date again.
 */
final class Outages implements AutoCloseable {

    /** What a round takes in all, the time to recover included. */
    static final double ROUND_SECONDS = 7.5;

    static final double WARM_UP_SECONDS = 3;

    /** Enough for each product to be read once. */
    private static final double HEALTHY_SECONDS = 0.5;

    private static final double AWAY_SECONDS = 2.5;

    /** Longer than anybody is to leave an entry alone whose reading has failed. */
    private static final double RECOVERED_SECONDS = 1.5;

    private static final long WRITE_MILLIS = 100;

    private final Backend backend;
    private final Pace pace;
    private final ExecutorService sides = Executors.newCachedThreadPool();
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();

    private Outages(Backend backend, Pace pace) {
        this.backend = backend;
        this.pace = pace;
    }

    /** Begins to write the products, again and again until this is closed. */
    static Outages begin(Backend backend, Pace pace) throws IOException, InterruptedException {
        Outages outages = new Outages(backend, pace);
        backend.write(Scenarios.LIVE_PREFIX, Scenarios.LIVE_PRODUCTS);
        Future<?> unused = outages.writer.scheduleWithFixedDelay(
                outages::write, WRITE_MILLIS, WRITE_MILLIS, TimeUnit.MILLISECONDS);
        return outages;
    }

    private void write() {
        try {
            backend.write(Scenarios.LIVE_PREFIX, Scenarios.LIVE_PRODUCTS);
        } catch (IOException ex) {
            // Whoever asks the backend next is told the same.
            writer.shutdown();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Puts load on all sides for a while; returns how many requests each got. */
    long warmUp(List<RunningSide> running) throws IOException, InterruptedException, VoidTrialException {
        List<OutageSide> all =
                running.stream().map(side -> new OutageSide(side, pace)).toList();
        together(all, side -> side.phase("warm-up", WARM_UP_SECONDS));
        requireNoFailure(all);
        return Math.round(WARM_UP_SECONDS * (pace.rate() == null ? 1 : pace.rate()));
    }

    /** One outage. */
    List<Round> round(int number, List<RunningSide> running)
            throws IOException, InterruptedException, VoidTrialException {
        List<OutageSide> all =
                running.stream().map(side -> new OutageSide(side, pace)).toList();
        together(all, side -> side.phase("healthy", HEALTHY_SECONDS));
        requireNoFailure(all);
        backend.down();
        together(all, side -> side.phase(OutageSide.AWAY, AWAY_SECONDS));
        backend.up();
        long up = System.currentTimeMillis();
        together(all, side -> side.returning(up));
        together(all, side -> side.phase("recovered", RECOVERED_SECONDS));
        return all.stream().map(side -> side.round(number)).toList();
    }

    private interface Part {
        void of(OutageSide side) throws IOException;
    }

    private void together(List<OutageSide> all, Part part) throws IOException, InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        for (OutageSide side : all) {
            running.add(sides.submit(() -> {
                part.of(side);
                return null;
            }));
        }
        for (Future<?> each : running) {
            try {
                each.get();
            } catch (ExecutionException ex) {
                throw new IOException("the load client failed: " + ex.getCause(), ex);
            }
        }
        for (OutageSide side : all) {
            if (!side.side().process().isAlive()) {
                side.side().process().requireAlive();
            }
        }
    }

    private static void requireNoFailure(List<OutageSide> all) throws VoidTrialException {
        for (OutageSide side : all) {
            if (side.failures() > 0) {
                throw new VoidTrialException(side.side().name() + ": " + side.failures()
                        + " requests failed before Couchbase went away, the first with " + side.firstFailure());
            }
        }
    }

    @Override
    public void close() {
        writer.shutdownNow();
        sides.shutdownNow();
    }
}
