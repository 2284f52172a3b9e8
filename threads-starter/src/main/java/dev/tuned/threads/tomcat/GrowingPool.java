/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.tomcat.Trial.Outcome;

/**
 * Lets the pool of a connector grow as {@link PoolGrowth} decides. Looks at it on Tomcat's utility threads, and changes nothing but
 * its size, unless somebody else has set that. Thread-safe.
 */
final class GrowingPool implements LifecycleListener {

    private static final Log log = LogFactory.getLog(GrowingPool.class);

    private static final long LOOK_MILLIS = 50;

    /** While no requests wait for a thread. */
    private static final long IDLE_LOOK_MILLIS = 250;

    private final AbstractProtocol<?> protocol;

    private final CompletedRequests requests;

    private final int max;

    private final Supplier<String> advice;

    private final ProcessUse process = new ProcessUse();

    /** Those that the endpoint shows. */
    private final Deque<String> trials = new ArrayDeque<>();

    private final Map<String, LongAdder> outcomes = new LinkedHashMap<>();

    private PoolGrowth growth;

    private @Nullable Future<?> looking;

    private @Nullable String obstacle;

    /** The size that was set last. */
    private volatile int limit = ThreadPlan.DEFAULT_THREADS;

    private boolean over;

    /**
     * @param requests those of the connector
     * @param max largest size
     * @param obstacle reason why it does not grow; null where it may
     * @param advice lines of configuration for a service with something scarce
     */
    GrowingPool(
            AbstractProtocol<?> protocol,
            CompletedRequests requests,
            int max,
            @Nullable String obstacle,
            Supplier<String> advice) {
        this.protocol = protocol;
        this.requests = requests;
        this.max = max;
        this.obstacle = obstacle;
        this.advice = advice;
        growth = new PoolGrowth(ThreadPlan.DEFAULT_THREADS, max, this::report);
        requests.setOnFailure(this::onFailure);
        List.of(Outcome.values()).forEach(outcome -> outcomes.putIfAbsent(outcome.tag(), new LongAdder()));
    }

    @Override
    public synchronized void lifecycleEvent(LifecycleEvent event) {
        if (event.getType().equals(Lifecycle.AFTER_START_EVENT) && obstacle == null) {
            if (!(protocol.getExecutor() instanceof ThreadPoolExecutor pool)) {
                obstacle = "the application's executor";
            } else if (protocol.getMaxThreads() != limit) {
                obstacle = "set to %d by others".formatted(protocol.getMaxThreads());
            } else {
                begin(pool);
                schedule(IDLE_LOOK_MILLIS);
            }
        } else if (event.getType().equals(Lifecycle.BEFORE_STOP_EVENT) && looking != null) {
            looking.cancel(false);
            looking = null;
        }
    }

    private void begin(ThreadPoolExecutor pool) {
        growth = new PoolGrowth(ThreadPlan.DEFAULT_THREADS, max, this::report);
        over = false;
        resize(pool, ThreadPlan.DEFAULT_THREADS);
    }

    private void schedule(long millis) {
        looking = protocol.getUtilityExecutor().schedule(this::look, millis, TimeUnit.MILLISECONDS);
    }

    private synchronized void look() {
        boolean idle = !lookNow();
        if (looking != null && obstacle == null) {
            schedule(idle ? IDLE_LOOK_MILLIS : LOOK_MILLIS);
        }
    }

    /** What fails at once while the pool is larger does so thousands of times until the next look. */
    private void onFailure() {
        if (limit > ThreadPlan.DEFAULT_THREADS) {
            boolean unused = lookNow();
        }
    }

    /** Returns whether there is something to follow. */
    private synchronized boolean lookNow() {
        if (looking == null || obstacle != null || !(protocol.getExecutor() instanceof ThreadPoolExecutor pool)) {
            return false;
        }
        if (protocol.getMaxThreads() != limit) {
            obstacle = "set to %d by others".formatted(protocol.getMaxThreads());
            log.info("tuned threads: Tomcat's pool does not grow any more, because it was " + obstacle);
            return false;
        }
        int queued = pool.getQueue().size();
        if (queued == 0 && growth.isIdle()) {
            return false;
        }
        try {
            resize(pool, growth.next(lookAt(pool, queued)));
            return true;
        } catch (RuntimeException | Error ex) {
            obstacle = "failed: " + ex;
            resize(pool, ThreadPlan.DEFAULT_THREADS);
            log.warn("tuned threads: Tomcat's pool does not grow any more", ex);
            return false;
        }
    }

    private Look lookAt(ThreadPoolExecutor pool, int queued) {
        return new Look(
                System.nanoTime(),
                queued,
                Math.max(0, pool.getSubmittedCount() - queued),
                requests.successes(),
                requests.failures(),
                process.cpuSeconds(),
                process.collections(),
                process.live(),
                process.heap());
    }

    private void resize(ThreadPoolExecutor pool, int to) {
        if (to == limit) {
            return;
        }
        int queued = (to > limit) ? pool.getQueue().size() : 0;
        limit = to;
        protocol.setMaxThreads(limit);
        // Starts threads for requests that are queued already: Tomcat itself starts one with a request that comes.
        for (int n = 0; n < queued && pool.getPoolSize() < limit; n++) {
            pool.execute(() -> {});
        }
    }

    private void report(Trial trial) {
        LongAdder equal = outcomes.computeIfAbsent(trial.outcome().tag(), tag -> new LongAdder());
        equal.increment();
        trials.addLast(Instant.now().truncatedTo(ChronoUnit.SECONDS) + ": " + trial);
        if (trials.size() > 20) {
            trials.removeFirst();
        }
        if (trial.outcome().isLast()) {
            over = true;
            log.warn("tuned threads: no further trial of a larger pool after %s. %s".formatted(trial, advice.get()));
        } else if (trial.outcome() == Outcome.KEPT && equal.sum() == 1) {
            log.info(
                    "tuned threads: Tomcat's pool has grown: %s; further trials follow, up to %d (tuned.threads.web.auto.max-concurrency)"
                            .formatted(trial, max));
        } else {
            log.debug("tuned threads: " + trial);
        }
    }

    /** Forgets all trials, so that others follow one that was the last. */
    synchronized void beginAgain() {
        if (over && looking != null && obstacle == null && protocol.getExecutor() instanceof ThreadPoolExecutor pool) {
            begin(pool);
        }
    }

    /** What the start-up line says of it. */
    synchronized String summary() {
        return (obstacle != null)
                ? " (auto: stays at %d threads, %s)".formatted(protocol.getMaxThreads(), obstacle)
                : " (auto: %d threads now, at most %d)".formatted(protocol.getMaxThreads(), max);
    }

    List<Count> counts() {
        List<Count> counts = new ArrayList<>();
        counts.add(
                Count.now("web.auto.limit", "Most threads that Tomcat's pool may have now", protocol::getMaxThreads));
        outcomes.forEach((outcome, trials) ->
                counts.add(Count.total("web.auto.trials", "Trials of a larger pool that have ended", trials::sum)
                        .tagged("outcome", outcome)));
        return counts;
    }

    synchronized Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("limit", protocol.getMaxThreads());
        details.put("maxConcurrency", max);
        details.put("trialsGoOn", obstacle == null && !over);
        details.put("obstacle", obstacle);
        details.put("trials", List.copyOf(trials));
        return details;
    }
}
