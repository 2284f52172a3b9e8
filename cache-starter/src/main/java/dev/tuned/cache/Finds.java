/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.Reads.Read;
import dev.tuned.cache.store.L2Store;

/** The reads of one region without a loader: what L1 or L2 has. Thread-safe. */
final class Finds {

    private final Tiers tiers;
    private final LocalTier local;
    private final Reads reads;
    private final Background background;

    Finds(Tiers tiers, Reads reads, Background background) {
        this.tiers = tiers;
        this.local = tiers.local();
        this.reads = reads;
        this.background = background;
    }

    /**
     * A read that has begun.
     *
     * @param known the answer if L2 need not be waited for
     * @param copy the outdated copy that may be served instead of L2's answer
     * @param read the question to L2
     */
    private record Begun(
            @Nullable Answer known,
            @Nullable Entry copy,
            @Nullable Read read,
            long patience) {

        static Begun with(@Nullable Answer known) {
            return new Begun(known, null, null, 0);
        }
    }

    Answer find(Object key) {
        while (true) {
            Answer answer = finish(key, begin(key));
            if (answer != null) {
                return answer;
            }
        }
    }

    /** All questions are asked before the first answer is waited for. */
    <K> Map<K, Answer> findAll(Collection<? extends K> keys) {
        Map<K, Begun> begun = new LinkedHashMap<>();
        for (K key : keys) {
            begun.computeIfAbsent(key, this::look);
        }
        Map<K, Answer> answers = new LinkedHashMap<>();
        begun.forEach((key, read) -> {
            Answer answer = finish(key, read);
            answers.put(key, (answer != null) ? answer : find(key));
        });
        return answers;
    }

    private Begun look(Object key) {
        Entry entry = local.hit(key);
        return (entry != null) ? Begun.with(Answer.of(entry.value())) : begin(key);
    }

    CompletableFuture<Answer> findLater(Object key) {
        Begun begun = begin(key);
        if (begun.read == null) {
            return answered(begun.known, key);
        }
        if (begun.copy == null) {
            return begun.read.later();
        }
        return begun.read
                .said()
                .copy()
                .orTimeout(Math.max(0, begun.patience - System.nanoTime()), TimeUnit.NANOSECONDS)
                .handle((said, error) -> begun)
                .thenComposeAsync(ended -> answered(finish(key, ended), key), Background.elsewhere());
    }

    private CompletableFuture<Answer> answered(@Nullable Answer answer, Object key) {
        return (answer != null) ? CompletableFuture.completedFuture(answer) : findLater(key);
    }

    private Begun begin(Object key) {
        Entry copy = local.copy(key);
        if (copy != null && copy.isFresh(local.now())) {
            refresh(key, copy);
            return Begun.with(Answer.of(copy.value()));
        }
        if (copy != null && !copy.isDue(local.now())) {
            return Begun.with(tiers.stale(copy, StaleReason.BACKOFF));
        }
        Read read = reads.start(key);
        return (read != null) ? new Begun(null, copy, read, tiers.patience()) : Begun.with(Answer.ABSENT);
    }

    /** The answer, or {@code null} if the caller has to look again. */
    private @Nullable Answer finish(Object key, Begun begun) {
        Read read = begun.read;
        if (read == null) {
            return begun.known;
        }
        Entry copy = begun.copy;
        if (copy == null) {
            return read.await();
        }
        if (!Tiers.isDone(read.said(), begun.patience)) {
            inBackground(key, read, read::await);
            return tiers.stale(copy, StaleReason.TIMEOUT);
        }
        Answer answer = read.await();
        if (answer.isUnavailable()) {
            copy.pause(local.now());
            return tiers.stale(copy, StaleReason.ERROR);
        }
        if (!answer.isFound()) {
            local.remove(key, copy);
        }
        return answer;
    }

    /** Of all that find the entry due, one asks L2. */
    private void refresh(Object key, Entry copy) {
        if (tiers.l2() == null || !copy.claim(local.now())) {
            return;
        }
        Read read = background.isFull() ? null : reads.start(key);
        if (read == null) {
            copy.pause(local.now());
            return;
        }
        tiers.counters().refreshes.increment();
        inBackground(key, read, () -> refreshed(key, copy, read.await()));
    }

    private void refreshed(Object key, Entry copy, Answer answer) {
        if (answer.isUnavailable()) {
            copy.pause(local.now());
        } else if (!answer.isFound() && copy.cas() != L2Store.NO_CAS) {
            // It was in L2 and is no more. What has never been there stays until its time.
            local.remove(key, copy);
        }
    }

    private void inBackground(Object key, Read read, Runnable task) {
        var unused = read.said().thenRun(() -> {
            if (!background.start(task)) {
                reads.abandon(key);
            }
        });
    }
}
