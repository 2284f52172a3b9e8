/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.TimeUnit;

/** What a pool did from one look to the last one added. Not thread-safe. */
final class Window {

    /** Share of the looks; threads are idle for moments while clients send their next requests. */
    private static final double MOST = 0.8;

    /** Share of the heap after a collection. */
    private static final double MAX_LIVE = 0.9;

    private final Look start;

    /** Requests in service at which the pool counts as full. */
    private final int full;

    /** Requests of a round: those in service at once, which end together if they began together. */
    private final int round;

    private Look last;

    /** Whole rounds, and the time that they took: between two looks in proportion to what ended between them. */
    private long rounds;

    private double roundsSeconds;

    /** Those of the first half second, or the first round. */
    private long firstRounds;

    private double firstSeconds;

    /** Collections in a row that left the heap nearly full: one or two do before G1 collects its old regions. */
    private int fullCollections;

    /** Share of the heap that the fullest collection left: fewer requests may have held theirs at the last one. */
    private double mostLive;

    private int looks;

    private int fullLooks;

    private int queuedLooks;

    private long active;

    Window(Look start, int full, int round) {
        this.start = start;
        last = start;
        this.full = full;
        this.round = round;
    }

    void add(Look look) {
        long completed = completed();
        double seconds = seconds();
        if (look.collections() > last.collections()) {
            fullCollections = (look.live() > MAX_LIVE) ? fullCollections + 1 : 0;
            mostLive = Math.max(mostLive, look.live());
        }
        last = look;
        if (completed() / round > rounds) {
            rounds = completed() / round;
            double share = (double) (rounds * round - completed) / (double) (completed() - completed);
            roundsSeconds = seconds + share * (seconds() - seconds);
        }
        if (firstRounds == 0 && roundsSeconds >= 0.5) {
            firstRounds = rounds;
            firstSeconds = roundsSeconds;
        }
        looks++;
        active += look.active();
        fullLooks += (look.active() >= full) ? 1 : 0;
        queuedLooks += (look.queued() > 0) ? 1 : 0;
    }

    /** Whether the heap has no room for what is in service. */
    boolean isHeapFull() {
        return fullCollections >= 5;
    }

    /** Share of the heap that the fullest collection left; 0 without one. */
    double mostLive() {
        return mostLive;
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

    /** Successes per second, in whole rounds. */
    double rate() {
        return (rounds == 0)
                ? (double) successes() / seconds()
                : (double) successes() / (double) completed() * (double) (rounds * round) / roundsSeconds;
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

    /** Whether its later rounds took clearly less time than its first, as in a service that has just started. */
    boolean isRising() {
        double later = (double) (rounds - firstRounds) / (roundsSeconds - firstSeconds);
        // The times of two rounds differ by a tenth by chance.
        return rounds > firstRounds && later > 1.1 * (double) firstRounds / firstSeconds;
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

    /** The same for a service of which no more is known: where none of two rounds failed, or nothing has ended, the next one may. */
    double likelyFailureShare() {
        return (double) (failures() + 1) / (double) Math.max(completed(), 2L * round);
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
