/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WarmUpProgress.State;

/** The warm-up from one source: looks for a batch of keys in both levels together, then loads those that are missing. */
final class WarmUpRun implements Runnable {

    private static final Log log = LogFactory.getLog(WarmUpRun.class);

    private static final int BATCH = 100;

    private final NearCacheManager manager;
    private final WarmUpSource source;
    private final WarmUpSettings settings;
    private final ExecutorService loaders;
    private final LongAdder keys = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder loaded = new LongAdder();
    private final LongAdder leftOut = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
    private volatile State state = State.WAITING;
    private volatile @Nullable String region;
    private volatile boolean stopped;

    WarmUpRun(NearCacheManager manager, WarmUpSource source, WarmUpSettings settings, ExecutorService loaders) {
        this.manager = manager;
        this.source = source;
        this.settings = settings;
        this.loaders = loaders;
    }

    /** Begins nothing more. */
    void stop() {
        stopped = true;
        if (state == State.WAITING) {
            state = State.STOPPED;
        }
    }

    WarmUpProgress progress() {
        return new WarmUpProgress(
                source.getClass().getName(),
                region,
                state,
                keys.sum(),
                found.sum(),
                loaded.sum(),
                leftOut.sum(),
                failed.sum(),
                firstFailure.get());
    }

    @Override
    public void run() {
        state = State.RUNNING;
        State end = attempt();
        // Said before it can be seen: whoever waits for the end may look for the line.
        log.info(summary(end));
        state = end;
    }

    private State attempt() {
        try {
            String name = source.region();
            region = name;
            if (!manager.getCacheNames().contains(name)) {
                failed("it names a region that nothing uses (known: "
                        + manager.getCacheNames().stream().sorted().toList()
                        + "); a region is known by an annotation, by nearCache or under tuned.cache.regions");
                return State.FAILED;
            }
            read(manager.getCache(name).region());
            return stopped ? State.STOPPED : State.DONE;
        } catch (InterruptedException | RejectedExecutionException ex) {
            return State.STOPPED;
        } catch (Throwable ex) {
            if (stopped) {
                return State.STOPPED;
            }
            failed("it failed to name its keys. Cause: " + ex);
            return State.FAILED;
        }
    }

    private void read(Region target) throws InterruptedException {
        Set<Object> seen = new HashSet<>();
        List<Object> batch = new ArrayList<>(BATCH);
        // The limit stands before the distinction: a source that repeats one key for ever must end, too.
        try (Stream<?> named = source.keys().limit(settings.maximumKeys())) {
            for (Iterator<?> each = named.iterator(); !stopped && each.hasNext(); ) {
                Object key = each.next();
                if (seen.add(key)) {
                    keys.increment();
                    batch.add(key);
                }
                if (batch.size() == BATCH) {
                    fill(target, batch);
                    batch.clear();
                }
            }
        }
        fill(target, batch);
    }

    private void fill(Region target, List<Object> batch) throws InterruptedException {
        if (stopped || batch.isEmpty()) {
            return;
        }
        Set<Object> missing = new HashSet<>(batch);
        try {
            missing.removeAll(new TypedRegion<>(target).getAll(batch).keySet());
        } catch (L2UnavailableException ex) {
            // What L1 has by now the loads will see.
        }
        found.add(batch.size() - missing.size());
        List<Callable<Void>> loads = new ArrayList<>();
        for (Object key : batch) {
            if (missing.contains(key)) {
                loads.add(() -> load(target, key));
            }
        }
        loaders.invokeAll(loads);
    }

    private @Nullable Void load(Region target, Object key) {
        if (stopped) {
            return null;
        }
        try {
            (target.preload(key, source::load) ? loaded : leftOut).increment();
        } catch (Throwable ex) {
            failed.increment();
            failed("a key could not be loaded (said once). Cause: " + ex);
        }
        return null;
    }

    private void failed(String what) {
        if (firstFailure.compareAndSet(null, what)) {
            log.warn("Warm-up of cache region '" + region + "' from "
                    + source.getClass().getName() + ": " + what);
        }
    }

    private String summary(State end) {
        WarmUpProgress now = progress();
        return "Warm-up of cache region '%s' from %s is %s: %d keys, of which %d were found, %d loaded, %d left out, %d failed"
                .formatted(
                        now.region(),
                        now.source(),
                        end.name().toLowerCase(Locale.ROOT),
                        now.keys(),
                        now.found(),
                        now.loaded(),
                        now.leftOut(),
                        now.failed());
    }
}
