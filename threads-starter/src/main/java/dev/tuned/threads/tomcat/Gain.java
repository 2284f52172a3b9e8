/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.coyote.RequestGroupInfo;

/**
 * Whether more requests are answered since a pool was opened, compared with what was answered first. There is no gain where in
 * as much time as many are answered, they take longer, they are those that there are in service, and most of them wait: what they
 * wait for serves no more of them at once. Where most are ready to run instead, they wait for processors, which says nothing: a
 * service that has just started is slow until its code is compiled.
 */
final class Gain {

    /** Requests, of the threads that the pool may have, that are answered before the first rate is known. */
    private static final double PART = 0.5;

    private static final int MIN_REQUESTS = 20;

    /** Of the first rate: then there is a gain. */
    private static final double MIN_GAIN = 1.5;

    /** Of the first rate: below it, it may be noise. */
    private static final double MAX_SAME = 1.15;

    /** With less than that the requests wait for something that stands still, which says nothing. */
    private static final double MIN_SAME = 0.5;

    /** Of the first duration. */
    private static final double MIN_LONGER = 1.3;

    /** Of those in service, by Little's law: rate times duration. */
    private static final double MIN_OF_SERVED = 0.4;

    /** Times in a row. */
    private static final int MIN_TIMES = 2;

    private static final long MIN_NANOS = 100_000_000;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private final int first;

    private Answered from;

    private long took;

    private double rate;

    private double duration;

    private int times;

    private boolean seen;

    /** In service, summed over the looks since {@link #from}. */
    private double inService;

    /** Of them, how many wait. */
    private double waits;

    /** @param threads that the pool may have */
    Gain(int threads, Answered from) {
        first = Math.max(MIN_REQUESTS, (int) (PART * threads));
        this.from = from;
    }

    /**
     * One look.
     *
     * @param served requests in service
     * @param waiting how many of them wait for anything but processors
     */
    boolean isNone(Answered now, int served, double waiting) {
        inService += served;
        waits += waiting;
        int requests = now.requests() - from.requests();
        double nanos = now.nanos() - from.nanos();
        if (seen || nanos < took || (took == 0 && requests < first)) {
            return false;
        }
        double currentRate = requests / nanos;
        double currentDuration = NANOS_PER_MILLI * (now.millis() - from.millis()) / Math.max(1, requests);
        if (took == 0) {
            took = Math.max(MIN_NANOS, (long) nanos / 2);
            rate = currentRate;
            duration = currentDuration;
        } else {
            double gain = currentRate / rate;
            seen = gain >= MIN_GAIN;
            boolean none = gain >= MIN_SAME
                    && gain < MAX_SAME
                    && currentDuration >= MIN_LONGER * duration
                    && currentRate * currentDuration >= MIN_OF_SERVED * served
                    && waits * 2 > inService;
            times = none ? times + 1 : 0;
        }
        from = now;
        inService = 0;
        waits = 0;
        return times >= MIN_TIMES;
    }

    /**
     * What was answered until then.
     *
     * @param millis durations of all of them together
     */
    record Answered(long nanos, int requests, long millis) {

        static Answered now(RequestGroupInfo info) {
            return new Answered(System.nanoTime(), info.getRequestCount(), info.getProcessingTime());
        }
    }
}
