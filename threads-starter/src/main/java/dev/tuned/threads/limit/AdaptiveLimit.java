/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A limit that finds itself: it grows while response times stay near what they are without a queue, and shrinks when they
 * leave that.
 *
 * <p>From one window of requests to the next it follows the gradient rule of Netflix's concurrency-limits and of Envoy's
 * adaptive concurrency filter, {@code limit × min(1, 2 × baseline ÷ mean response time) + √limit}. The baseline, which is the
 * response time without a queue, is measured by a {@link Descent} from time to time, and as soon as response times no
 * longer fit it. That also gives the limit at which the throughput is reached (Little's law).
 *
 * <p>Thread-safe and lock-free: a request that ends while the sample of another is taken is not sampled. Time is what the
 * samples say; there is no clock.
 */
public final class AdaptiveLimit implements ConcurrencyLimit {

    /** Where it begins: below the 200 threads of Tomcat's pool, and enough to measure something. */
    static final int INITIAL = 64;

    private static final int CEILING = 10_000;

    private static final int LOWEST_FLOOR = 10;

    /** Responses may take so many times the baseline, the rest being queueing; as with Netflix's GradientLimit. */
    private static final double TOLERANCE = 2;

    /** With so many times the baseline in two windows in a row it is the baseline that is in doubt. */
    private static final double DOUBT = 3;

    /** Share of the limit in use below which the load does not need it: Netflix's rule against growing unused. */
    private static final double BUSY = 0.5;

    /** Share of dropped requests from which the limit shrinks whatever the response times. */
    private static final double DROPS = 0.1;

    private static final double BACKOFF = 0.9;

    /** Weight of a window in a baseline that sinks under a load that does not need the limit. */
    private static final double SMOOTHING = 0.2;

    private final AtomicBoolean sampling = new AtomicBoolean();

    private final SampleWindow window = new SampleWindow();

    private final Descent descent = new Descent();

    private final int floor;

    private final int ceiling;

    private volatile int current;

    private volatile double baseline;

    private double limit;

    private double lastLatency;

    private double usual;

    /**
     * Starts within the bounds.
     *
     * @param floor lowest limit except while a descent measures, at least 1
     * @param ceiling highest limit, at least {@code floor}
     */
    public AdaptiveLimit(int floor, int ceiling) {
        if (floor < 1 || ceiling < floor) {
            throw new IllegalArgumentException("floor " + floor + ", ceiling " + ceiling);
        }
        this.floor = floor;
        this.ceiling = ceiling;
        setLimit(INITIAL);
    }

    /**
     * For the requests to this JVM: not below 10 and not below two per processor, so that none is idle for want of a request.
     *
     * @param max highest limit, 0 for 10,000, which is more than Tomcat's connections
     */
    public static AdaptiveLimit upTo(int max) {
        int ceiling = (max > 0) ? max : CEILING;
        int floor = Math.max(LOWEST_FLOOR, 2 * Runtime.getRuntime().availableProcessors());
        return new AdaptiveLimit(Math.min(floor, ceiling), ceiling);
    }

    @Override
    public int current() {
        return this.current;
    }

    /** Mean response time without a queue, as far as it is known; zero before the first requests. */
    public Duration baseline() {
        return Duration.ofNanos((long) this.baseline);
    }

    @Override
    public void onCompleted(long startNanos, long durationNanos, int inFlight, boolean dropped) {
        if (!this.sampling.compareAndSet(false, true)) {
            return;
        }
        try {
            long now = startNanos + durationNanos;
            if (this.window.add(now, durationNanos, inFlight, dropped)) {
                adjust(now, this.window.latency(), this.window.inFlight());
                this.window.restart(now);
            }
        } finally {
            this.sampling.set(false);
        }
    }

    private void adjust(long now, double latency, double inFlight) {
        boolean needed = inFlight >= BUSY * this.limit;
        // Where all were dropped, nothing is known of how long a request takes: a descent goes on when some succeed.
        boolean anySucceeded = latency > 0;
        if (this.descent.isUnderWay()) {
            if (anySucceeded) {
                descend(now, latency, needed);
            }
        } else if (this.window.dropShare() >= DROPS) {
            setLimit(this.limit * BACKOFF);
        } else if (this.lastLatency == 0) {
            this.baseline = latency;
        } else if (!needed) {
            double known = this.baseline;
            this.baseline = known + SMOOTHING * Math.min(0, latency - known);
        } else {
            follow(now, latency, inFlight);
        }
        if (anySucceeded) {
            this.lastLatency = latency;
        }
    }

    /** The load needs the limit. One window alone may be a pause of the collector: it takes two to shrink or to doubt. */
    private void follow(long now, double latency, double inFlight) {
        double lower = Math.min(latency, this.lastLatency);
        double higher = Math.max(latency, this.lastLatency);
        if (higher < this.baseline) {
            this.baseline = higher;
            this.descent.hurry();
        }
        if (this.descent.isDue(now, lower > DOUBT * this.baseline)) {
            this.usual = this.limit;
            measureAt(this.descent.begin(now, latency, inFlight));
        } else {
            double gradient = Math.min(1, TOLERANCE * this.baseline / lower);
            setLimit(this.limit * gradient + Math.sqrt(this.limit));
        }
    }

    private void descend(long now, double latency, boolean needed) {
        double found = Math.min(latency, this.lastLatency);
        if (!needed) {
            this.descent.end(now, found, found);
            setLimit(this.usual);
        } else if (this.descent.leadsOn(latency, this.lastLatency, this.limit)) {
            measureAt(this.descent.next(this.limit));
        } else {
            this.descent.end(now, found, this.baseline);
            this.baseline = found;
            setLimit(TOLERANCE * this.descent.throughput() * found);
        }
    }

    /** For a short time, and so without the floor. */
    private void measureAt(double lower) {
        this.limit = Math.min(lower, this.ceiling);
        this.current = (int) this.limit;
    }

    private void setLimit(double wanted) {
        this.limit = Math.max(this.floor, Math.min(this.ceiling, wanted));
        this.current = (int) this.limit;
    }
}
