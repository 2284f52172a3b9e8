/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.tomcat.Trial.Outcome;

/**
 * Decides how many requests Tomcat's pool serves at once: tries some more while requests wait for a thread and processors are idle,
 * and keeps them if they come back as successes. Not thread-safe.
 *
 * <p>A window ends after whole rounds (as many requests as are in service at once), since requests that began together end together.
 *
 * <table>
 * <caption>Constants: where they were measured, and what breaks if they are doubled</caption>
 * <tr><td>{@code MIN_SECONDS}</td><td>50 ms of waiting on two busy cores: rates of half a second differ by a fifth. Doubled: 20 s
 * instead of 13 until 1,000 connections that wait a second are served</td></tr>
 * <tr><td>{@code MAX_SECONDS}</td><td>waits of 15 s for one of 20 connections. Doubled: a pool without a gain stays for a minute</td></tr>
 * <tr><td>{@code MAX_SILENT_SECONDS}</td><td>210 long polls on 200 threads, nothing ends. Doubled: twice as long without an answer</td></tr>
 * <tr><td>{@code MIN_GAIN, CLEAR_GAIN}</td><td>{@code SimulatedService}: random times gain up to a tenth by chance, where a quarter
 * more threads could gain a quarter. Doubled: no trial is kept</td></tr>
 * <tr><td>{@code LOSS}</td><td>a backend that slows down loses a fifth at 250. Doubled: each trial is the last</td></tr>
 * <tr><td>{@code MIN_RATE}</td><td>20 connections of 1.4 s, time-out 15 s: 5 failures at 225, 40 at 250. Doubled: requests of 4 s grow
 * in twice as many trials</td></tr>
 * <tr><td>{@code HEAP}</td><td>1 MB per request on 512 MB. Doubled: OutOfMemoryError</td></tr>
 * <tr><td>{@code MAX_SHARE, MAX_FAILURES, FAILURES}</td><td>1,000 shapes of {@code PoolGrowthShapesTests}. Doubled: failures of one in
 * 250 last</td></tr>
 * <tr><td>{@code MAX_WATCHED}</td><td>a pool at 5,000 requests/s notices a failing backend within 2 s. Doubled: 4 s</td></tr>
 * <tr><td>{@code PAUSE_MINUTES, IDLE_NANOS}</td><td>a trial without a gain costs a fiftieth of its minute; Tomcat's idle threads end after
 * one. Doubled: load that changes is noticed as much later</td></tr>
 * </table>
 */
final class PoolGrowth {

    private static final double MIN_SECONDS = 1;
    private static final double MAX_SECONDS = 20;
    private static final double MAX_SILENT_SECONDS = 5;
    private static final double MIN_GAIN = 0.5;
    private static final double CLEAR_GAIN = 0.75;
    private static final double LOSS = 0.8;
    private static final double MIN_RATE = 50;
    private static final double HEAP = 0.8;
    private static final double MAX_SHARE = 0.01;
    private static final double MAX_FAILURES = 0.002;
    private static final double FAILURES = 3;
    private static final int MAX_WATCHED = 10_000;
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int[] PAUSE_MINUTES = {1, 2, 4, 10};

    private final int size;
    private final int max;
    private final Consumer<Trial> ended;
    private int limit;
    private int from;
    private double failureShare;
    /** The pool before the trial; null without one. */
    private @Nullable Window before;
    /** What is measured: the pool as it is, or, after a mean time in service, the trial. */
    private @Nullable Window window;
    /** Whether it starts again with the next request that ends, since only then it has whole rounds. */
    private boolean waitsForEnd;
    /** The pool since the last trial began, but for what is long ago; null while it has its size. */
    private @Nullable Window grown;

    private Look last = new Look(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private long collections;
    private long busyNanos;
    private long resumeNanos = Long.MIN_VALUE;
    private int takenBack;

    /**
     * @param size of the pool without growth
     * @param max largest size
     * @param ended is called with each trial that has ended
     */
    PoolGrowth(int size, int max, Consumer<Trial> ended) {
        this.size = size;
        this.max = max;
        this.ended = ended;
        limit = size;
    }

    /** Size of the pool from now on. */
    int next(Look now) {
        boolean anyCompleted = now.completed() > last.completed();
        last = now;
        if (now.active() >= size || now.queued() > 0) {
            busyNanos = now.nanos();
        }
        if (grown != null) {
            grown.add(now);
            boolean fails = grown.failsMoreThan(failureShare + ((before != null) ? 0 : MAX_FAILURES), FAILURES);
            if (fails || grown.isHeapFull()) {
                Outcome failed = (before != null) ? Outcome.MORE_FAILURES : Outcome.WORSE_LATER;
                return end(fails ? failed : Outcome.HEAP_FULL, size, grown);
            }
            if (before != null) {
                return judge(before, grown, anyCompleted);
            }
            if (now.nanos() - busyNanos > IDLE_NANOS) {
                return end(Outcome.LESS_LOAD, size, grown);
            }
            grown = (grown.completed() > MAX_WATCHED) ? new Window(now, size, limit) : grown;
        }
        return (limit >= max || now.nanos() < resumeNanos) ? limit : observe(anyCompleted);
    }

    private int observe(boolean anyCompleted) {
        if (window == null || (waitsForEnd && anyCompleted)) {
            boolean begins = window != null || (last.active() >= limit && last.queued() > 0);
            window = begins ? new Window(last, limit, limit) : null;
            waitsForEnd = !anyCompleted;
            return limit;
        }
        window.add(last);
        boolean rounds = anyCompleted && window.hasRounds(2 * limit, MIN_SECONDS, MAX_SECONDS);
        boolean calm = window.seconds() >= MIN_SECONDS && !(window.wasFull() && window.wasQueued());
        boolean silent = waitsForEnd && window.seconds() > MAX_SILENT_SECONDS;
        window = (calm || (rounds && limit == size && window.isRising())) ? null : window;
        return (window != null && (rounds || silent)) ? begin(window) : limit;
    }

    private int begin(Window measured) {
        window = null;
        int wanted = 2 * limit - size + size / ((measured.rate() < MIN_RATE) ? 8 : 4);
        double heap = Math.max(measured.mostLive(), (last.collections() > collections) ? last.live() : last.heap());
        double room = Math.min((double) limit / measured.cpuShare(), HEAP * measured.meanActive() / heap);
        int to = (int) Math.min((wanted > LOSS * max) ? max : wanted, room);
        if (to < Math.min(max, limit + limit / 8) || measured.failureShare() > MAX_SHARE) {
            return limit;
        }
        failureShare = (limit == size) ? measured.likelyFailureShare() : failureShare;
        from = limit;
        before = measured;
        collections = last.collections();
        grown = new Window(last, from, to);
        limit = to;
        return limit;
    }

    private int judge(Window earlier, Window whole, boolean anyCompleted) {
        double rate = earlier.rate();
        double meanSeconds = Math.min(earlier.meanSeconds(), MAX_SECONDS);
        double settling = Math.min(meanSeconds, MAX_SECONDS / 2);
        double added = (double) limit / from - 1;
        double least = Math.max(whole.seconds(), settling + Math.max(2 * meanSeconds, MIN_SECONDS));
        if (whole.successes() >= rate * (1 + MIN_GAIN * added) * least + added * from) {
            return end(Outcome.KEPT, from, whole);
        }
        if (window == null) {
            boolean begins = whole.seconds() >= settling && (anyCompleted || whole.seconds() > MAX_SECONDS);
            window = begins ? new Window(last, from, limit) : null;
            return limit;
        }
        window.add(last);
        boolean round = window.completed() >= limit;
        double deadline = round ? MAX_SECONDS : Math.min(MAX_SECONDS, meanSeconds * (1 + added) / LOSS);
        boolean late = window.seconds() > Math.max(MIN_SECONDS, deadline);
        if (!late && !(round && anyCompleted && window.seconds() > MIN_SECONDS)) {
            return limit;
        }
        if (!window.wasFull()) {
            return end(Outcome.LESS_LOAD, from, window);
        }
        if (window.rate() < LOSS * rate && (round || meanSeconds < MAX_SECONDS / 2)) {
            return end(Outcome.FEWER_SUCCESSES, from, window);
        }
        double gain = window.rate() / rate - 1;
        double used = Math.min(window.meanActive(), limit) / from - 1;
        boolean clear = window.completed() >= 2L * limit && gain >= CLEAR_GAIN * used;
        if (clear || gain <= 0 || late || window.completed() >= 4L * limit) {
            return end((gain >= MIN_GAIN * used) ? Outcome.KEPT : Outcome.NO_GAIN, from, window);
        }
        return limit;
    }

    private int end(Outcome outcome, int back, Window measured) {
        ended.accept(Trial.of(back, limit, outcome, before, measured));
        before = null;
        if (outcome == Outcome.KEPT) {
            takenBack = 0;
            return (measured == window && measured.wasQueued() && limit < max) ? begin(measured) : limit;
        }
        if (outcome != Outcome.LESS_LOAD) {
            long pause = TimeUnit.MINUTES.toNanos(PAUSE_MINUTES[Math.min(takenBack++, PAUSE_MINUTES.length - 1)]);
            resumeNanos = Math.max(resumeNanos, outcome.isLast() ? Long.MAX_VALUE : last.nanos() + pause);
        }
        limit = back;
        window = null;
        grown = (back > size) ? grown : null;
        return limit;
    }

    /** Whether there is nothing to follow while no requests wait for a thread. */
    boolean isIdle() {
        return window == null && grown == null;
    }
}
