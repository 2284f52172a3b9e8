/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds a queue inside the service without knowing how fast the service is without one: newcomers are held back for a moment and
 * then let in together. If requests queue for something, the first of these have fewer ahead of them than those who came
 * just before, and are answered faster by the length of that moment. Where there is room they take as long as the others.
 *
 * <p>A downstream that becomes faster by itself, or that answers everybody at once after a stall, is no queue: the answers
 * from before the moment show the one, the time between the answers the other.
 *
 * <p>Nobody is rejected for it, and nobody held for more than a quarter of what even fast requests take. {@link #add} is
 * thread-safe and never waits; the rest is called by one thread at a time.
 */
final class QueueProbe {

    /** Requests in service that are never too many: as many as Tomcat's pool has threads by default. */
    private static final int UNLIMITED_BELOW = 200;

    private static final long LONGEST_HOLD_NANOS = 200_000_000;

    private static final long SHORTEST_HOLD_NANOS = 10_000_000;

    /** Requests held back at once that are too few to compare. */
    private static final int FEWEST_HELD = 16;

    private static final int FEWEST_COMPARED = 8;

    private static final int MOST_SAMPLES = 8192;

    /** Time in which those who were held back begin. */
    private static final long BURST_NANOS = 20_000_000;

    /** Response times beyond this multiple of the usual are left out, before and after alike. */
    private static final double LATEST = 1.25;

    /** Share of the hold by which the answers have to be faster, seven eighths in theory. */
    private static final double SOONER = 0.5;

    /** Beyond this share it is the service that has become faster. */
    private static final double TOO_SOON = 1.5;

    private static final double STANDARD_ERRORS = 5;

    /** Those compared from before are three quarters of the hold apart, and a hold from those after it. */
    private static final double TREND = 4 / 3.0;

    /** Share of the time that a queue takes between the answers of those compared: what one event ends, ends all at once. */
    private static final double SPREAD = 0.25;

    /** Moments of holding back, one after the other. */
    private static final int ROUNDS = 4;

    /** Evidence for a queue: one for each round that shows it, two if more requests are there by then. */
    private static final int ENOUGH = 2;

    /** Growth of the number of requests that counts: who becomes faster with more requests is no service with room. */
    private static final double GROWN = 1.25;

    private static final double OTHER_LOAD = 1.5;

    private static final long FIRST_PAUSE_NANOS = 500_000_000;

    private static final long LONGER_PAUSE = 4;

    private static final long LONGEST_PAUSE_NANOS = 600_000_000_000L;

    private final long longestHold;

    /** Each begins as soon as those whom the last one held back are in, so that all are over at about the same time. */
    private volatile List<Round> rounds = List.of();

    private long pauseNanos = FIRST_PAUSE_NANOS;

    private long pausedSince;

    private double pausedAtPresent;

    private double pausedAtLatency;

    /** @param maxWait how long requests may wait for a permit */
    QueueProbe(Duration maxWait) {
        this.longestHold = Math.min(LONGEST_HOLD_NANOS, maxWait.toNanos() * 3 / 4);
    }

    /** Whether newcomers are held back. */
    boolean isHolding() {
        List<Round> begun = this.rounds;
        return !begun.isEmpty() && begun.get(begun.size() - 1).holding;
    }

    /** Adds a completed request. */
    void add(long startNanos, long durationNanos) {
        for (Round round : this.rounds) {
            round.add(startNanos, durationNanos);
        }
    }

    /** Begins, goes on or ends, with a window that is over; whether there is a queue for certain. */
    boolean isQueue(long now, CompletionWindow.Summary window, double throughput) {
        List<Round> begun = this.rounds;
        if (begun.isEmpty() ? !isPaused(now, window) : mayGoOn(begun, now)) {
            begin(now, window, throughput);
            return false;
        }
        int evidence = begun.stream()
                .mapToInt(round -> round.evidence(now, window.present()))
                .sum();
        if (evidence >= ENOUGH || (begun.size() == ROUNDS && begun.stream().allMatch(round -> round.isOver(now)))) {
            this.rounds = List.of();
            this.pausedSince = now;
            this.pausedAtPresent = window.present();
            this.pausedAtLatency = window.fastLatency();
            this.pauseNanos = Math.min(LONGER_PAUSE * this.pauseNanos, LONGEST_PAUSE_NANOS);
        }
        return evidence >= ENOUGH;
    }

    private static boolean mayGoOn(List<Round> begun, long now) {
        return begun.size() < ROUNDS && begun.get(begun.size() - 1).isComplete(now);
    }

    /** Starts over after a limit. */
    void reset() {
        this.rounds = List.of();
        this.pauseNanos = FIRST_PAUSE_NANOS;
    }

    private boolean isPaused(long now, CompletionWindow.Summary window) {
        if (window.present() > OTHER_LOAD * this.pausedAtPresent
                || window.fastLatency() > OTHER_LOAD * this.pausedAtLatency) {
            this.pauseNanos = FIRST_PAUSE_NANOS;
            return false;
        }
        return now - this.pausedSince < this.pauseNanos;
    }

    private void begin(long now, CompletionWindow.Summary window, double throughput) {
        long hold = Math.min(this.longestHold, (long) (window.fastLatency() / 4));
        double held = window.throughput() * hold / 1e9;
        if (window.present() <= UNLIMITED_BELOW || hold < SHORTEST_HOLD_NANOS || held < FEWEST_HELD) {
            this.rounds = List.of();
            return;
        }
        double latency =
                Math.max(window.meanLatency(), 1e9 * window.present() / Math.min(throughput, window.throughput()));
        List<Round> begun = new ArrayList<>(this.rounds);
        begun.add(new Round(
                now,
                hold,
                (long) (LATEST * latency),
                Math.max(FEWEST_COMPARED, (int) (held / 4)),
                window.present(),
                throughput));
        this.rounds = begun;
    }

    /** One moment of holding back, and the requests from before and after it. */
    private static final class Round {

        private final long begin;

        private final long hold;

        private final long latest;

        private final int compared;

        private final int present;

        private final double throughput;

        private final AtomicInteger count = new AtomicInteger();

        private final AtomicReferenceArray<Sample> samples = new AtomicReferenceArray<>(MOST_SAMPLES);

        private volatile boolean holding = true;

        private volatile long released;

        private final LongAccumulator longestBefore = new LongAccumulator(Math::max, 0);

        private final AtomicInteger afterwards = new AtomicInteger();

        /** What it has shown, once it is over. */
        private @Nullable Integer evidence;

        private record Sample(long start, long duration) {}

        Round(long begin, long hold, long latest, int compared, int present, double throughput) {
            this.begin = begin;
            this.hold = hold;
            this.latest = latest;
            this.compared = compared;
            this.present = present;
            this.throughput = throughput;
        }

        void add(long start, long duration) {
            long now = start + duration;
            if (this.holding && now - this.begin >= this.hold) {
                this.released = now;
                this.holding = false;
            }
            // Those from before who took less than the hold were gone when it began: left out after it, too.
            if (duration > this.hold && duration <= this.latest && (isBefore(start) || isAfter(start))) {
                int index = this.count.getAndIncrement();
                if (index < MOST_SAMPLES) {
                    this.samples.set(index, new Sample(start, duration));
                }
                if (start < this.begin) {
                    this.longestBefore.accumulate(duration);
                } else {
                    this.afterwards.incrementAndGet();
                }
            }
        }

        private boolean isBefore(long start) {
            return start < this.begin && start >= this.begin - this.hold;
        }

        private boolean isAfter(long start) {
            return !this.holding && start >= this.released && start < this.released + BURST_NANOS;
        }

        /** Whether all who were held back are in, and as many after them as are compared with those of the next round. */
        boolean isComplete(long now) {
            return !this.holding && now - this.released > BURST_NANOS + this.hold;
        }

        /** As soon as those from before are complete and enough of those from after it, by all that is known. */
        boolean isOver(long now) {
            long known = known(now);
            return known > this.latest
                    || (this.afterwards.get() >= 2 * this.compared && known > this.longestBefore.get());
        }

        /** Requests that took no longer than this are all complete. */
        private long known(long now) {
            return this.holding ? 0 : now - this.released - BURST_NANOS;
        }

        int evidence(long now, int presentNow) {
            if (this.evidence == null && isOver(now)) {
                this.evidence = !showsQueue(now) ? 0 : (presentNow > GROWN * this.present) ? ENOUGH : 1;
            }
            return (this.evidence != null) ? this.evidence : 0;
        }

        private boolean showsQueue(long now) {
            long known = known(now);
            List<Sample> before = new ArrayList<>();
            List<Sample> after = new ArrayList<>();
            for (int i = 0; i < Math.min(MOST_SAMPLES, this.count.get()); i++) {
                Sample sample = this.samples.get(i);
                if (sample != null && sample.duration <= known) {
                    (isBefore(sample.start) ? before : after).add(sample);
                }
            }
            if (this.count.get() > MOST_SAMPLES || Math.min(before.size(), after.size()) < FEWEST_COMPARED) {
                return false;
            }
            before.sort(Comparator.comparingLong(Sample::start));
            after.sort(Comparator.comparingLong(Sample::start));
            double[] earliest = statistics(before);
            Collections.reverse(before);
            double[] last = statistics(before);
            double[] first = statistics(after);
            // Where answers become faster anyway, that does not count.
            double sooner = last[0] - first[0] - TREND * Math.max(0, earliest[0] - last[0]);
            return spread(before, after) > SPREAD * 2e9 * this.compared / this.throughput
                    && sooner > SOONER * this.hold
                    && sooner < TOO_SOON * this.hold
                    && sooner > STANDARD_ERRORS * Math.sqrt(earliest[1] + last[1] + first[1]);
        }

        /** Time between the first and the last answer of those compared. */
        private long spread(List<Sample> before, List<Sample> after) {
            long[] ends = Stream.concat(
                            before.stream().limit(this.compared), after.stream().limit(this.compared))
                    .mapToLong(sample -> sample.start() + sample.duration())
                    .sorted()
                    .toArray();
            return ends[ends.length - 1] - ends[0];
        }

        /** Mean response time of the first few, and the square of its standard error. */
        private double[] statistics(List<Sample> sorted) {
            int n = Math.min(this.compared, sorted.size());
            double mean = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double delta = sorted.get(i).duration() - mean;
                mean += delta / (i + 1);
                squares += delta * (sorted.get(i).duration() - mean);
            }
            return new double[] {mean, squares / (n - 1) / n};
        }
    }
}
