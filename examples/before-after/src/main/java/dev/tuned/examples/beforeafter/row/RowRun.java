/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.RunListener;

/**
 * Plays a row: the columns side by side, each several times. A column's service serves all times, and is started again
 * where it has ended.
 *
 * @param row the row
 * @param columns its columns
 * @param times how often it is played
 * @param starter starts the services
 * @param state takes the counts
 * @param listener is notified of the progress
 */
public record RowRun(Row row, List<Column> columns, int times, Starter starter, RowState state, RunListener listener) {

    /** Starts services. */
    public interface Starter {

        /** Starts the service of a column for one of the times, from 1, and waits until it is ready. */
        ServiceProcess start(Column column, int time) throws IOException, InterruptedException;

        /** How many calls of Couchbase a service has made so far. */
        default long couchbaseCalls(ServiceProcess service) throws IOException, InterruptedException {
            throw new IOException("The calls of " + service.name() + " are not counted");
        }
    }

    /**
     * Plays the row.
     *
     * @throws IOException if a column cannot be played; what has been counted by then is in the state
     */
    public void run() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(columns.size());
        CompletionService<@Nullable Void> ended = new ExecutorCompletionService<>(threads);
        AtomicInteger played = new AtomicInteger();
        try {
            for (Column column : columns) {
                ended.submit(() -> {
                    play(column, played);
                    return null;
                });
            }
            for (int i = 0; i < columns.size(); i++) {
                ended.take().get();
            }
            state.finished();
        } catch (ExecutionException ex) {
            throw ex.getCause() instanceof IOException failure ? failure : new IOException(ex.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void play(Column column, AtomicInteger played) throws IOException, InterruptedException {
        List<ServiceProcess> services = new ArrayList<>();
        try {
            @Nullable ServiceProcess service = null;
            @Nullable ServiceProcess other = null;
            for (int time = 1; time <= times; time++) {
                if (service == null) {
                    progress(played, column.name() + ": starting");
                    service = starter.start(column, time);
                    services.add(service);
                }
                progress(played, column.name() + ": " + time + " of " + times);
                Counts counts = new Counts();
                if (row.hasTwoInstances()) {
                    if (other == null || other.hasEnded()) {
                        other = starter.start(column.named(column.name() + " other"), time);
                        services.add(other);
                    }
                    row.play(service, other, starter, counts);
                } else {
                    row.play(service, counts);
                }
                state.add(column, time, counts);
                played.incrementAndGet();
                service = service.hasEnded() ? null : service;
            }
        } finally {
            services.forEach(ServiceProcess::kill);
        }
    }

    private void progress(AtomicInteger played, String what) {
        listener.progress(row.name() + ": " + what, (double) played.get() / (columns.size() * times));
    }
}
