/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * A limit that is there only while the service is saturated. Until then every request is let in.
 *
 * <p>A {@link QueueProbe} finds out whether requests queue inside the service: nothing less than that tells a service without
 * room from one whose downstream has become slower. The limit is then twice the requests that the throughput needs in service
 * where nothing waits (Little's law). It grows while what is let in finds no queue, and where the throughput
 * falls because too few are let in; it is never lowered in order to measure. It ends when nobody has waited for a second.
 *
 * <p>Thread-safe; a completion never waits for another. Time is what the completions say; there is no clock.
 */
public final class AdaptiveLimit implements ConcurrencyLimit {

    private static final int CEILING = 10_000;

    private static final int LOWEST_FLOOR = 16;

    /** Requests in service, as a multiple of what the throughput needs where nothing waits. */
    private static final double HEADROOM = 2;

    private static final double GROWTH = 1.5;

    /** Share of a queue that is let in at most: where nobody has seen the service without one, nothing else is known. */
    private static final double LEFT_OF_QUEUE = 0.125;

    /** Share of the throughput before the limit below which the limit is taken for the cause. */
    private static final double LOST_THROUGHPUT = 0.8;

    /** Further throughput by which a raised limit has to pay. */
    private static final double GAINED_THROUGHPUT = 1.1;

    /** Completions after which a throughput is known within 7 %, two standard deviations of a Poisson process. */
    private static final int ENOUGH = 800;

    /** Time without anybody waiting after which there is no limit any more. */
    private static final long CALM_NANOS = 1_000_000_000L;

    private final CompletionWindow window = new CompletionWindow();

    private final AtomicBoolean evaluating = new AtomicBoolean();

    private final LongAdder saturations = new LongAdder();

    private final int floor;

    private final int ceiling;

    private final Baseline baseline = new Baseline();

    private final double maxWaitSeconds;

    private volatile int current;

    /** As many as get a permit in time. */
    private volatile int mostWaiting;

    private volatile boolean limiting;

    private volatile long lastWaiting;

    private volatile long lastCompleted;

    private double limit;

    private double throughput;

    private long completedUnderLimit;

    private final ThroughputTrial trial = new ThroughputTrial();

    private final QueueProbe probe;

    /**
     * Starts without a limit.
     *
     * @param floor lowest limit, at least 1
     * @param ceiling limit where nothing is saturated, at least {@code floor}
     * @param maxWait how long requests may wait for a permit
     */
    public AdaptiveLimit(int floor, int ceiling, Duration maxWait) {
        if (floor < 1 || ceiling < floor) {
            throw new IllegalArgumentException("floor " + floor + ", ceiling " + ceiling);
        }
        this.floor = floor;
        this.ceiling = ceiling;
        this.current = ceiling;
        this.maxWaitSeconds = maxWait.toNanos() / 1e9;
        this.probe = new QueueProbe(maxWait);
    }

    /**
     * For the requests to this JVM: not below 16 and not below four per processor.
     *
     * @param max highest limit, 0 for 10,000, which is more than Tomcat's connections
     * @param maxWait how long requests may wait for a permit
     */
    public static AdaptiveLimit upTo(int max, Duration maxWait) {
        int ceiling = (max > 0) ? max : CEILING;
        int floor = Math.max(LOWEST_FLOOR, 4 * Runtime.getRuntime().availableProcessors());
        return new AdaptiveLimit(Math.min(floor, ceiling), ceiling, maxWait);
    }

    @Override
    public int current() {
        return this.probe.isHolding() ? 1 : this.current;
    }

    @Override
    public int mostWaiting() {
        return this.limiting ? this.mostWaiting : Integer.MAX_VALUE;
    }

    @Override
    public boolean isRejecting() {
        return this.limiting || (this.ceiling < CEILING && !this.probe.isHolding());
    }

    /** Whether the service is taken for saturated. */
    public boolean isLimiting() {
        return this.limiting;
    }

    /** How often the service was found saturated. */
    public long saturations() {
        return this.saturations.sum();
    }

    /** Response time of the fastest tenth where nothing is saturated; zero before the first requests. */
    public Duration usualLatency() {
        return Duration.ofNanos((long) this.baseline.usualLatency());
    }

    @Override
    public void onCompleted(long startNanos, long durationNanos, int inService, int waiting) {
        long now = startNanos + durationNanos;
        this.probe.add(startNanos, durationNanos);
        boolean calm = this.limiting && isCalm(now, waiting);
        this.lastCompleted = now;
        boolean full = this.window.add(now, durationNanos, inService, inService + waiting);
        if ((full || calm) && this.evaluating.compareAndSet(false, true)) {
            try {
                if (calm) {
                    end();
                }
                this.window.close(now).ifPresent(summary -> evaluate(now, summary, waiting));
            } finally {
                this.evaluating.set(false);
            }
        }
    }

    /** Whether nobody has waited, or nothing was done, for a while. */
    private boolean isCalm(long now, int waiting) {
        if (now - this.lastCompleted > CALM_NANOS) {
            return true;
        }
        if (waiting > 0) {
            this.lastWaiting = now;
        }
        return now - this.lastWaiting > CALM_NANOS;
    }

    private void end() {
        this.limiting = false;
        this.current = this.ceiling;
    }

    private void evaluate(long now, CompletionWindow.Summary summary, int waiting) {
        if (this.limiting) {
            follow(summary, waiting);
        } else {
            this.baseline.learn(summary);
            if (this.probe.isQueue(now, summary, this.baseline.throughput())) {
                begin(now, summary.present());
            }
        }
    }

    private void begin(long now, int present) {
        this.saturations.increment();
        setThroughput(this.baseline.throughput());
        this.trial.restart(0, 0);
        this.probe.reset();
        this.lastWaiting = now;
        setLimit(Math.min(present * LEFT_OF_QUEUE, HEADROOM * this.throughput * this.baseline.serviceSeconds()));
        this.limiting = true;
    }

    private void follow(CompletionWindow.Summary summary, int waiting) {
        boolean drained = summary.meanInService() <= this.limit + 1;
        this.completedUnderLimit = drained ? this.completedUnderLimit + summary.completed() : 0;
        if (!drained || waiting == 0) {
            this.trial.restart(0, 0);
        } else if (this.baseline.isUsual(summary) && this.completedUnderLimit > this.limit) {
            this.trial.restart(0, 0);
            setLimit(this.limit * GROWTH);
        } else if (this.trial.add(summary, ENOUGH)) {
            judge(this.trial.throughput());
        }
    }

    /** With as many in service as may, for long enough to know their throughput. */
    private void judge(double measured) {
        double before = this.trial.throughputBefore();
        if (before > 0 && measured < GAINED_THROUGHPUT * before) {
            // Raised for nothing: the service has become slower.
            setThroughput(measured);
            setLimit(this.trial.limitBefore());
            this.trial.restart(0, 0);
        } else if (measured < LOST_THROUGHPUT * this.throughput) {
            this.trial.restart(measured, this.limit);
            setLimit(GROWTH * this.limit);
        } else {
            setThroughput(measured);
            this.trial.restart(0, 0);
        }
    }

    private void setThroughput(double perSecond) {
        this.throughput = perSecond;
        this.mostWaiting = Math.max(this.floor, (int) (perSecond * this.maxWaitSeconds));
    }

    private void setLimit(double wanted) {
        this.limit = Math.max(this.floor, Math.min(this.ceiling, wanted));
        this.current = (int) this.limit;
        this.completedUnderLimit = 0;
    }
}
