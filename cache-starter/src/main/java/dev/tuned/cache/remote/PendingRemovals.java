/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * The keys of one region about which L2 may hold what the application has changed since: it did not confirm the change.
 * While a key is here, this process does not use what L2 has under it.
 *
 * <p>Such keys are removed from L2 in the background, with pauses that double from {@link #MIN_PAUSE} to
 * {@link #MAX_PAUSE} while that fails. Above {@link #MAX_KEYS} keys the whole region is cleared instead, which is one
 * operation. Thread-safe.
 */
final class PendingRemovals {

    /** Keys that are remembered: about a megabyte of keys of usual length. */
    static final int MAX_KEYS = 10_000;

    static final Duration MIN_PAUSE = Duration.ofMillis(100);
    static final Duration MAX_PAUSE = Duration.ofSeconds(2);

    private static final int BATCH = 256;

    private final Map<String, Change> changes = new ConcurrentHashMap<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final RemoteContext context;
    private final RemoteCache level;
    private volatile Duration pause = MIN_PAUSE;

    /** A change on its way, or one that failed. Compared by identity: a later change of the key is another one. */
    static final class Change {

        private final boolean removal;
        private volatile boolean failed;

        Change(boolean removal) {
            this.removal = removal;
        }

        /** Whether the key was removed, rather than given a value that L2 may or may not have. */
        boolean isRemoval() {
            return removal;
        }
    }

    /**
     * Creates an empty one.
     *
     * @param level removes what is not confirmed
     */
    PendingRemovals(RemoteContext context, RemoteCache level) {
        this.context = context;
        this.level = level;
    }

    /** What is not confirmed about a key, or {@code null}. */
    @Nullable
    Change of(String key) {
        return changes.get(key);
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Before a removal is sent to L2. */
    Change removing(String key) {
        Change change = new Change(true);
        changes.put(key, change);
        return change;
    }

    /** L2 has a change, which settles an earlier one too. */
    void confirmed(String key, @Nullable Change change) {
        if (change != null) {
            changes.remove(key, change);
        }
    }

    /** L2 did not confirm a change. */
    void failed(String key, Change change) {
        change.failed = true;
        changes.put(key, change);
        if (changes.size() > MAX_KEYS) {
            level.clearInstead();
        }
        schedule();
    }

    /** L2 may have been given a change in a place that is not read: the key is removed once more. */
    void repeat(String key) {
        failed(key, new Change(true));
    }

    /** The region was cleared: what was changed before is not found any more. */
    void clear() {
        changes.clear();
    }

    int size() {
        return changes.size();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                var unused = context.schedule(this::round, pause);
            } catch (Throwable ex) {
                // The next change that fails tries again.
                scheduled.set(false);
                throw ex;
            }
        }
    }

    private void round() {
        try {
            removeAgain();
        } catch (Throwable ex) {
            next(false);
            throw ex;
        }
    }

    private void removeAgain() {
        // After a failure a single one, to see whether L2 is back.
        List<String> keys = failedKeys(pause.equals(MIN_PAUSE) ? BATCH : 1);
        List<CompletableFuture<Boolean>> removals =
                keys.stream().map(this::remove).toList();
        var unused = CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new))
                .whenComplete(
                        (all, error) -> next(error == null && removals.stream().allMatch(CompletableFuture::join)));
    }

    private CompletableFuture<Boolean> remove(String key) {
        Change change = changes.get(key);
        return level.writeTombstone(key).thenApply(done -> {
            if (done && change != null && changes.remove(key, change)) {
                level.removedLate(key);
            }
            return done;
        });
    }

    private void next(boolean success) {
        pause = success ? MIN_PAUSE : Collections.min(List.of(pause.multipliedBy(2), MAX_PAUSE));
        scheduled.set(false);
        if (!failedKeys(1).isEmpty()) {
            schedule();
        } else {
            level.allConfirmed();
        }
    }

    private List<String> failedKeys(int limit) {
        return changes.entrySet().stream()
                .filter(entry -> entry.getValue().failed)
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
    }
}
