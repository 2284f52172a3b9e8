/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

/** The instances of a column, started when they are asked for, and again where they have ended. For one thread. */
public final class Instances implements AutoCloseable {

    private final Column column;
    private final Starter starter;
    private final int turn;
    private final CyclicBarrier others;
    private final List<ServiceProcess> all = new ArrayList<>();
    private final Set<ServiceProcess> known = new HashSet<>();
    private @Nullable ServiceProcess one;
    private @Nullable ServiceProcess other;

    /** Starts services, and has their Couchbase. */
    public interface Starter {

        /** Starts the service of a column under a name that no other has, and waits until it is ready. */
        ServiceProcess start(Column column, String name) throws IOException, InterruptedException;

        /** Ends the first instance of a column, unless the next row begins with it. */
        default void end(Column column, ServiceProcess service) {
            service.kill();
        }

        /** Starts what the next row begins with while other columns are still played: most of a row's time are starts. */
        default void startNext(Column column) throws IOException, InterruptedException {}

        /** The Couchbase of all services, which are known to it by the names of their directories. */
        LocalCouchbase couchbase();
    }

    /**
     * @param turn when it is this column's turn, from 0
     * @param others where the columns meet
     */
    Instances(Column column, Starter starter, int turn, CyclicBarrier others) {
        this.column = column;
        this.starter = starter;
        this.turn = turn;
        this.others = others;
    }

    /** What a column does while the others wait. */
    interface Turn {

        void take() throws IOException, InterruptedException;
    }

    /** Does something while the other columns wait, each in its turn, so that it has the machine alone. */
    void inTurn(Turn ours) throws IOException, InterruptedException {
        for (int each = 0; each < others.getParties(); each++) {
            meetOthers();
            if (each == turn) {
                ours.take();
            }
        }
        meetOthers();
    }

    /** A column that cannot be played interrupts those that wait for it. */
    private void meetOthers() throws IOException, InterruptedException {
        try {
            others.await();
        } catch (BrokenBarrierException ex) {
            throw new IOException("another column could not be played", ex);
        }
    }

    LocalCouchbase couchbase() {
        return starter.couchbase();
    }

    /** The name by which Couchbase knows a service. */
    static String nameOf(ServiceProcess service) {
        return service.directory().getFileName().toString();
    }

    /** The calls of a service to what is outside of it. */
    long calls(ServiceProcess service) throws IOException, InterruptedException {
        return couchbase().calls(nameOf(service));
    }

    /** The first instance. */
    ServiceProcess one() throws IOException, InterruptedException {
        if (one == null || one.hasEnded()) {
            one = start("");
        }
        return one;
    }

    /** Whether this was not yet asked of a service. */
    boolean isFirstTimeOf(ServiceProcess service) {
        return known.add(service);
    }

    /** The second instance. */
    ServiceProcess other() throws IOException, InterruptedException {
        if (other == null || other.hasEnded()) {
            other = start(" other");
        }
        return other;
    }

    /** Ends the first instance, and starts another. */
    ServiceProcess restarted() throws IOException, InterruptedException {
        one().kill();
        return one();
    }

    private ServiceProcess start(String suffix) throws IOException, InterruptedException {
        ServiceProcess service =
                starter.start(column, (column.name() + suffix + "-" + (all.size() + 1)).replace(' ', '-'));
        all.add(service);
        return service;
    }

    @Override
    public void close() {
        if (one != null) {
            all.remove(one);
            starter.end(column, one);
        }
        all.forEach(ServiceProcess::kill);
    }
}
