/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/** What a pool did from one look to the last one added. Not thread-safe. */
final class Window {

    /** Share of the looks; threads are idle for moments while clients send their next requests. */
    private static final double MOST = 0.8;

    private static final double HALF_SECONDS = 0.5;

    /** Rates of two rounds differ by a tenth by chance. */
    private static final double RISE = 1.1;

    private final Look start;

    /** Requests in service at which the pool counts as full. */
    private final int full;

    private Look last;

    /** After the first round of requests. */
    private @Nullable Look middle;

    private int looks;

    private int fullLooks;

    private int queuedLooks;

    private long active;

    Window(Look start, int full) {
        this.start = start;
        last = start;
        this.full = full;
    }

    void add(Look look) {
        boolean anyCompleted = look.completed() > last.completed();
        last = look;
        if (middle == null && anyCompleted && completed() >= full && seconds() >= HALF_SECONDS) {
            middle = look;
        }
        looks++;
        active += look.active();
        fullLooks += (look.active() >= full) ? 1 : 0;
        queuedLooks += (look.queued() > 0) ? 1 : 0;
    }

    double seconds() {
        return (double) (last.nanos() - start.nanos()) / TimeUnit.SECONDS.toNanos(1);
    }

    long successes() {
        return last.successes() - start.successes();
    }

    long failures() {
        return last.failures() - start.failures();
    }

    long completed() {
        return last.completed() - start.completed();
    }

    /** Successes per second. */
    double rate() {
        return (double) successes() / seconds();
    }

    /** Mean time for which a request has a thread, by Little's law; infinite where none has ended. */
    double meanSeconds() {
        return meanActive() * seconds() / (double) completed();
    }

    double meanActive() {
        return (double) active / looks;
    }

    /** Share of the processors that the process has used, 0 to 1. */
    double cpuShare() {
        return (last.cpuSeconds() - start.cpuSeconds()) / seconds();
    }

    /** Whether its second half answered clearly more than its first, as a service that has just started does. */
    boolean isRising() {
        if (middle == null || middle.nanos() == last.nanos()) {
            return false;
        }
        double first = (double) (middle.successes() - start.successes()) / (double) (middle.nanos() - start.nanos());
        double second = (double) (last.successes() - middle.successes()) / (double) (last.nanos() - middle.nanos());
        return second > RISE * first;
    }

    /** Whether the pool was full most of the time. */
    boolean wasFull() {
        return fullLooks >= MOST * looks;
    }

    /** Whether requests waited for a thread most of the time. */
    boolean wasQueued() {
        return queuedLooks >= MOST * looks;
    }

    /** Share of failures in what has ended. */
    double failureShare() {
        return (completed() > 0) ? (double) failures() / (double) completed() : 0;
    }

    /** Whether enough requests have ended, after a time within these bounds. */
    boolean hasRounds(int requests, double minSeconds, double maxSeconds) {
        return (completed() >= requests && seconds() >= minSeconds) || seconds() >= maxSeconds;
    }

    /** Whether there are clearly more failures than that share of what has ended. */
    boolean failsMoreThan(double share, double allowed) {
        double expected = share * (double) completed();
        return (double) failures() > expected + 3 * Math.sqrt(expected) + allowed;
    }
}
