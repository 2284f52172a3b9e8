/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.coyote.RequestGroupInfo;

/**
 * Compares the requests that are answered since a pool was opened with those that were answered first. The opening shows no gain if
 * all of this is true, {@link #MIN_TIMES} times in a row:
 *
 * <ul>
 *   <li>{@code MIN_SAME <= rate / first rate < MAX_SAME}: below, what the requests wait for stands still, which shows nothing;
 *   <li>{@code duration >= MIN_LONGER * first duration};
 *   <li>{@code rate * duration >= MIN_OF_SERVED * requests in service}: by Little's law, those that are answered are those in service;
 *   <li>more than half of the requests in service wait. Others wait for processors, which shows nothing: a service that has just started
 *       is slow until its code is compiled.
 * </ul>
 *
 * <p>Once the rate is {@link #MIN_GAIN} times the first one there is a gain, for good.
 */
final class Gain {

    /** Requests that are answered before the first rate is known, for each thread that the pool may have. */
    private static final double FIRST_REQUESTS_PER_THREAD = 0.5;

    private static final int MIN_FIRST_REQUESTS = 20;

    private static final double MIN_GAIN = 1.5;

    private static final double MAX_SAME = 1.15;

    private static final double MIN_SAME = 0.5;

    private static final double MIN_LONGER = 1.3;

    private static final double MIN_OF_SERVED = 0.4;

    private static final int MIN_TIMES = 2;

    /** Shortest time over which a rate is measured. */
    private static final long MIN_NANOS = 100_000_000;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private final int firstRequests;

    private Answered from;

    /** Time over which a rate is measured; 0 until the first rate is known. */
    private long period;

    private double firstRate;

    private double firstDuration;

    private int times;

    private boolean gained;

    /** Requests in service, summed over the looks since {@link #from}. */
    private double inService;

    /** Those of them that wait. */
    private double waits;

    /** @param threads that the pool may have */
    Gain(int threads, Answered from) {
        firstRequests = Math.max(MIN_FIRST_REQUESTS, (int) (FIRST_REQUESTS_PER_THREAD * threads));
        this.from = from;
    }

    /**
     * Looks once; returns whether the opening shows no gain.
     *
     * @param served requests in service
     * @param waiting those of them that wait for anything but processors
     */
    boolean showsNoGain(Answered now, int served, double waiting) {
        inService += served;
        waits += waiting;
        int requests = now.requests() - from.requests();
        double nanos = now.nanos() - from.nanos();
        if (gained || nanos < period || (period == 0 && requests < firstRequests)) {
            return false;
        }
        double rate = requests / nanos;
        double duration = NANOS_PER_MILLI * (now.millis() - from.millis()) / Math.max(1, requests);
        if (period == 0) {
            period = Math.max(MIN_NANOS, (long) nanos / 2);
            firstRate = rate;
            firstDuration = duration;
        } else {
            double gain = rate / firstRate;
            gained = gain >= MIN_GAIN;
            boolean none = gain >= MIN_SAME
                    && gain < MAX_SAME
                    && duration >= MIN_LONGER * firstDuration
                    && rate * duration >= MIN_OF_SERVED * served
                    && waits * 2 > inService;
            times = none ? times + 1 : 0;
        }
        from = now;
        inService = 0;
        waits = 0;
        return times >= MIN_TIMES;
    }

    /**
     * Requests that Tomcat has answered until then.
     *
     * @param nanos {@link System#nanoTime()}
     * @param requests number of requests
     * @param millis sum of their durations
     */
    record Answered(long nanos, int requests, long millis) {

        static Answered now(RequestGroupInfo info) {
            return new Answered(System.nanoTime(), info.getRequestCount(), info.getProcessingTime());
        }
    }
}
