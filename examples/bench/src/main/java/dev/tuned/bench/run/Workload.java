/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.Map;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.statistics.Metric;

/** A load of a service: always the same number of the same requests, so that no variant is warmer than another. */
public interface Workload {

    /** Its name in options and results. */
    String name();

    /** The request in a few words. */
    String what();

    /** The kind of load, such as {@code 16 connections}. */
    String load();

    /**
     * Checks, before any load, that the service gives the right answers: one that fails fast would be the fastest.
     * Called for several services at once, each on a thread of its own.
     *
     * @throws WrongAnswerException if one is wrong
     */
    void check(ServiceProcess service) throws IOException, InterruptedException;

    /** A round of the requests before the measured ones; as {@link #check}, called for several services at once. */
    LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException, InterruptedException;

    /** Called before the slices of a service, which has the machine for itself: for a load that takes time to settle. */
    default void settle(ServiceProcess service) throws IOException, InterruptedException {}

    /** One of the measured slices, counted from 0; variants take turns between slices. */
    LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException;

    /** The number of slices. */
    default int slices() {
        return 2;
    }

    /**
     * Whether a launch's CPU per request is the median of its slices, which leaves out work that falls into fewer than
     * half of them; otherwise it is all CPU by all requests.
     */
    default boolean byMedianOfSlices() {
        return false;
    }

    /** Further metrics of the service, read after its last slice. */
    default Map<Metric, Double> observed(ServiceProcess service) throws IOException, InterruptedException {
        return Map.of();
    }

    /** Metrics that are known only after the process has ended. */
    default Map<Metric, Double> observedAtEnd(ServiceProcess service) throws IOException {
        return Map.of();
    }
}
