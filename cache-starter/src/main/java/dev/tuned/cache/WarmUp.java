/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Fills regions with the keys that {@link WarmUpSource}s name, once, on threads of its own which end with it. Each
 * source is read on its own, so that one that fails or hangs does not keep the others from theirs. Thread-safe.
 */
public final class WarmUp implements AutoCloseable {

    private static final long PATIENCE_AT_CLOSE = TimeUnit.SECONDS.toMillis(1);

    private final List<WarmUpRun> runs;
    private final WarmUpSettings settings;
    private final ExecutorService loaders;
    private final Thread coordinator;

    /**
     * Prepares a warm-up.
     *
     * @param manager has the regions; those that it does not have by the time of {@link #start} are not filled
     * @param sources name the keys
     * @param settings what it may cost
     */
    public WarmUp(NearCacheManager manager, List<WarmUpSource> sources, WarmUpSettings settings) {
        this.settings = settings;
        this.loaders = Executors.newFixedThreadPool(settings.concurrency(), threads("tuned-cache-warm-up-load-"));
        this.runs = sources.stream()
                .map(source -> new WarmUpRun(manager, source, settings, loaders))
                .toList();
        this.coordinator = threads("tuned-cache-warm-up-").newThread(this::run);
    }

    /** Begins, and returns at once. Called once. */
    public void start() {
        if (!runs.isEmpty() && settings.maximumKeys() > 0) {
            coordinator.start();
        }
    }

    /** How far it is, one per source in the order of the sources. */
    public List<WarmUpProgress> progress() {
        return runs.stream().map(WarmUpRun::progress).toList();
    }

    /** Begins no further load, interrupts those under way, and waits a second for them at most. */
    @Override
    public void close() {
        runs.forEach(WarmUpRun::stop);
        coordinator.interrupt();
        loaders.shutdownNow();
        try {
            coordinator.join(PATIENCE_AT_CLOSE);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        ExecutorService readers = Executors.newFixedThreadPool(runs.size(), threads("tuned-cache-warm-up-keys-"));
        runs.forEach(readers::execute);
        readers.shutdown();
        try {
            var unused = readers.awaitTermination(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            // Closed: there is nothing left to do but to end.
        } finally {
            // Before they are interrupted, so that this is no failure of theirs.
            runs.forEach(WarmUpRun::stop);
            readers.shutdownNow();
            loaders.shutdownNow();
        }
    }

    private static CustomizableThreadFactory threads(String prefix) {
        CustomizableThreadFactory factory = new CustomizableThreadFactory(prefix);
        factory.setDaemon(true);
        return factory;
    }
}
