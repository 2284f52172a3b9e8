/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.far.PendingDeletes;
import dev.tuned.cache.far.RecentWrites;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.Notifications;

/**
 * One Redis or Couchbase, as one client reaches it, with a memory in front of it and the other instances beside it. A change is confirmed
 * there, then published; until both are done it is pending. Deleting is always allowed: it costs a load. Thread-safe.
 *
 * <p>Where an old value could come from, and what keeps it out:
 *
 * <ul>
 *   <li>It was read or loaded before a change, here or elsewhere: each change raises the {@linkplain Memory#version version} of its key, and
 *       only a value of the present one is kept.
 *   <li>It was loaded before a change and reaches the far cache after it: a loaded value is written only if there is none, and
 *       {@link RecentWrites} tells who has to delete it once more.
 *   <li>The far cache has not confirmed the change: while {@link PendingDeletes} covers a key, it is not read from there, and deleted again.
 *   <li>A transaction that made the change has not ended: it is {@linkplain #repeatAfterTransaction repeated}.
 *   <li>Notifications are {@linkplain #lost lost}: all is forgotten. They are late: memory serves no entry that is older than {@code
 *       unconnected-ttl}.
 * </ul>
 */
public final class NearStore implements Notifications.Listener, AutoCloseable {

    private static final Log log = LogFactory.getLog(NearStore.class);
    private static final Key ALL = Key.pattern(new byte[] {'*'});
    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(700);

    /** The store's name. */
    public final String name;
    /** The entries in memory. */
    public final Memory memory;
    /** Through which the far cache is read. */
    public final Guard reads;
    /** Through which it is changed. */
    public final Guard changes;
    /** The way to the other instances. */
    public final Notifications channel;

    final Misses<Key> misses = new Misses<>();
    final OneLoad oneLoad = new OneLoad();
    private final long timeout;
    final long unconnectedTtl;
    final BooleanSupplier ownErrorHandler;
    private final PendingDeletes<NearCache> pending = new PendingDeletes<>();
    private final RecentWrites<NearCache> recent = new RecentWrites<>();
    /** Caches whose entries are elsewhere in this process; they are notified, too. */
    final List<NearCache> local = new CopyOnWriteArrayList<>();
    /** Bytes of values that wait for a thread in the background. */
    private final AtomicLong waiting = new AtomicLong();

    private final ScheduledThreadPoolExecutor timer;

    /**
     * Creates what is needed in front of a store; nothing is connected yet.
     *
     * @param name the store's, for the log
     * @param answers whether a failure is an answer of the store
     * @param ownErrorHandler whether the application has its own error handler
     * @param threads makes its threads
     */
    public NearStore(
            NearSettings settings,
            String name,
            Predicate<Throwable> answers,
            Notifications channel,
            BooleanSupplier ownErrorHandler,
            ThreadFactory threads) {
        this.name = name;
        this.memory = new Memory(settings.memoryBytes(), settings.getUnconnectedTtl(), channel);
        this.reads = new Guard(name, "a read", answers, settings.getHardTimeout(), threads);
        // A change has two steps.
        Duration twice = settings.getHardTimeout().multipliedBy(2);
        this.changes = new Guard(name, "a change", answers, twice, threads);
        this.timeout = twice.toNanos();
        this.unconnectedTtl = settings.getUnconnectedTtl().toNanos();
        this.ownErrorHandler = ownErrorHandler;
        this.channel = channel;
        channel.add(this);
        this.timer = new ScheduledThreadPoolExecutor(1, threads);
        var unused = timer.scheduleWithFixedDelay(this::repeat, 100, 100, TimeUnit.MILLISECONDS);
    }

    /** Changes that the far cache or the other instances do not know yet. */
    public int pending() {
        return pending.size();
    }

    /**
     * The far cache is slow or away, or refused: the call goes on. The application's own error handler is notified by Spring's cache interceptor,
     * if that is who called; Spring's default one would throw.
     */
    private <T> @Nullable T orElse(@Nullable T otherwise, Supplier<@Nullable T> operation) {
        try {
            return operation.get();
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            if (ownErrorHandler.getAsBoolean() && Callers.isCacheInterceptor()) {
                throw ex;
            }
            return otherwise;
        }
    }

    // Reads

    byte @Nullable [] inMemory(String cache, Key key) {
        byte[] value = memory.get(cache, key);
        if (value != null) {
            misses.forget(key::covers);
        }
        return value;
    }

    byte @Nullable [] read(NearCache cache, Key key) {
        return this.<byte[]>orElse(null, () -> {
            long version = memory.version(key);
            byte[] value = null;
            try {
                value = pending.covers(key)
                        ? null
                        : reads.<byte @Nullable []>ask(
                                () -> thenKeep(cache.read(key), cache, key, version), cache.readBlocks());
                if (value != null) {
                    misses.forget(key::covers);
                }
                return value;
            } finally {
                cache.found(value);
                if (value == null) {
                    misses.add(key, version, Callers.cachedMethod());
                }
            }
        });
    }

    CompletableFuture<byte @Nullable []> readAsync(NearCache cache, Key key) {
        long version = memory.version(key);
        CompletableFuture<byte @Nullable []> read = pending.covers(key)
                ? CompletableFuture.completedFuture(null)
                : reads.<byte @Nullable []>askAsync(() -> thenKeep(cache.readAsync(key), cache, key, version));
        return read.whenComplete((value, ex) -> {
            cache.found(value);
            if (value == null) {
                misses.addAsynchronous(key, version);
            }
        });
    }

    private CompletableFuture<byte @Nullable []> thenKeep(
            CompletableFuture<byte @Nullable []> read, NearCache cache, Key key, long version) {
        return read.whenComplete((value, failure) -> {
            if (value != null) {
                keepFound(cache, key, value, version);
            }
        });
    }

    /** The far cache's entry may be about to expire, which the memory's may not outlive. */
    private void keepFound(NearCache cache, Key key, byte[] value, long version) {
        later(
                reads,
                value,
                () -> {
                    Duration rest = cache.rest(key);
                    if (!rest.isNegative()) {
                        memory.keep(cache, key, value, rest, version);
                    }
                    return true;
                },
                () -> {});
    }

    /** Carries out what needs a value; no more of them wait than memory has room for. */
    private void later(Guard guard, byte[] value, BooleanSupplier task, Runnable otherwise) {
        Runnable instead = () -> {
            waiting.addAndGet(-value.length);
            otherwise.run();
        };
        if (waiting.getAndAdd(value.length) > memory.maximum()) {
            instead.run();
            return;
        }
        guard.later(
                () -> {
                    waiting.addAndGet(-value.length);
                    return task.getAsBoolean();
                },
                instead);
    }

    // Writes after loads

    /**
     * Keeps a loaded value, and writes it without waiting.
     *
     * @param load whether it is surely loaded: what another load has written meanwhile is as good
     */
    void fill(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version, boolean load) {
        if (!memory.keep(cache, key, value, ttl, version)) {
            deleteAgain(cache, key, false);
            return;
        }
        later(changes, value, () -> writeLoaded(cache, key, value, ttl, version, load), () -> {
            // What was put may be a change after all. It is not worth clearing a cache.
            if (!pending.isFull()) {
                pending.add(cache, key, false, LATE);
            }
        });
    }

    private boolean writeLoaded(
            NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version, boolean load) {
        if (pending.covers(key)) {
            return false;
        }
        recent.begin(key, cache, true);
        boolean ask = memory.version(key) == version;
        byte[] there;
        try {
            there = ask ? cache.putIfAbsent(key, value, ttl) : null;
        } catch (RuntimeException | Error ex) {
            // It may arrive yet.
            add(cache, key, false, LATE);
            throw ex;
        } finally {
            recent.end(key, cache, true);
        }
        if (memory.version(key) != version || (there != null && !load && !Arrays.equals(there, value))) {
            // Which one is newer is unknown.
            deleteAgain(cache, key, false);
        } else if (there != null) {
            keepFound(cache, key, there, Arrays.equals(there, value) ? version : memory.changed(key));
        }
        return ask;
    }

    // Changes

    /** Deletes a key, or all that match a pattern, as {@link #change} does. */
    boolean delete(NearCache cache, Key key, boolean immediate) {
        return change(cache, key, null, null, immediate);
    }

    /** Puts what Spring's cache puts: a loaded value after a miss, else a change. */
    void put(NearCache cache, Key key, byte[] value, @Nullable Duration ttl) {
        boolean load = misses.isLoad(key);
        Long missed = misses.take(key);
        if (missed != null) {
            fill(cache, key, value, ttl, missed, load);
        } else {
            change(cache, key, value, ttl, false);
        }
    }

    /**
     * Carries out a change, and publishes it.
     *
     * @param key or a pattern
     * @param value what is put; null: the key is deleted
     * @param immediate whether it is one of the operations that Spring does not defer until after a commit, and whose result is wanted
     * @return whether there was anything to delete; true if it is not waited for, or put, false if it failed
     */
    private boolean change(
            NearCache cache, Key key, byte @Nullable [] value, @Nullable Duration ttl, boolean immediate) {
        if (immediate || !cache.afterCommit) {
            repeatAfterTransaction(cache, key, true);
        }
        misses.forget(key::covers);
        PendingDeletes.Pending<NearCache> mark = add(cache, key, false, timeout + LATE);
        long version = memory.changed(key);
        // It may come after what is done now.
        boolean filled = recent.isWriting(key);
        Supplier<Boolean> change = () -> {
            boolean written = write(cache, key, value, ttl);
            channel.publish(key, false);
            // Another change that came meanwhile may be the earlier one for Redis.
            boolean last =
                    !filled && pending.done(mark) && (value == null || memory.keep(cache, key, value, ttl, version));
            if (!last && (value != null || filled)) {
                deleteAgain(cache, key, true);
            }
            return written;
        };
        boolean wait = immediate || !Callers.mustNotWait();
        // A pattern takes time, for Redis looks at all its keys: meanwhile the cache counts as empty.
        return Boolean.TRUE.equals(
                orElse(false, () -> !Boolean.FALSE.equals(changes.call(change, wait, key.isPattern()))));
    }

    /**
     * Puts a value if there is none. Its answer may decide who does something once. So, as without the starter, it throws where there is no
     * answer, and where there was a value nothing has changed.
     *
     * @return what is there; null if it was put
     */
    byte @Nullable [] putIfAbsent(NearCache cache, Key key, byte[] value, @Nullable Duration ttl) {
        misses.forget(key::covers);
        byte[] found;
        try {
            found = changes.<byte @Nullable []>call(() -> putIfAbsentNow(cache, key, value, ttl), true, false);
        } catch (QueryTimeoutException ex) {
            // It may arrive yet.
            add(cache, key, false, LATE);
            throw ex;
        }
        if (found == null) {
            repeatAfterTransaction(cache, key, false);
        }
        return found;
    }

    private byte @Nullable [] putIfAbsentNow(NearCache cache, Key key, byte[] value, @Nullable Duration ttl) {
        PendingDeletes.Pending<NearCache> before = pending.of(key);
        if (before != null) {
            // Later it would take back what is decided now.
            try {
                delete(before);
            } catch (RuntimeException ex) {
                // It stays pending.
            }
        }
        long version = memory.changed(key);
        byte[] there = cache.putIfAbsent(key, value, ttl);
        if (there == null) {
            channel.publish(key, false);
            memory.keep(cache, key, value, ttl, version);
        }
        return there;
    }

    private boolean write(NearCache cache, Key key, byte @Nullable [] value, @Nullable Duration ttl) {
        if (value != null) {
            recent.begin(key, cache, false);
        }
        try {
            if (value == null) {
                return cache.delete(key);
            }
            cache.put(key, value, ttl);
            return true;
        } catch (RuntimeException ex) {
            // What is refused, because it is full for example, leaves the old value there.
            deleteAgain(cache, key, false);
            throw ex;
        } finally {
            if (value != null) {
                recent.end(key, cache, false);
            }
        }
    }

    /** Something was done to Redis of which only its end is known: forgets all, here and elsewhere. */
    void forgetAll() {
        memory.changed(ALL);
        channel.publish(ALL, true);
    }

    /**
     * Repeats a change after the end of the current transaction, if there is one: whoever read before the commit has the value from before,
     * and what was rolled back was never true.
     *
     * @param committed whether also if it was committed
     */
    private void repeatAfterTransaction(NearCache cache, Key key, boolean committed) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (committed || status != STATUS_COMMITTED) {
                        deleteAgain(cache, key, false);
                        cache.forget(key);
                    }
                }
            });
        }
    }

    // Pending and repeated deletes

    private PendingDeletes.Pending<NearCache> add(NearCache cache, Key key, boolean second, long delay) {
        if (!key.isPattern() && pending.isFull()) {
            Key all = cache.all();
            if (all != null && all.covers(key)) {
                deleteAgain(cache, all, false);
            }
        }
        return pending.add(cache, key, second, delay);
    }

    /** Publishes a change that was made elsewhere, in the background. Returns the key's version after it. */
    long publish(NearCache cache, Key key) {
        repeatAfterTransaction(cache, key, true);
        return deleteAgain(cache, key, false);
    }

    /** Carries out what may have to wait for a lock. */
    void inBackground(Runnable task) {
        reads.later(
                () -> {
                    task.run();
                    return false;
                },
                task);
    }

    private long deleteAgain(NearCache cache, Key key, boolean second) {
        PendingDeletes.Pending<NearCache> mark = add(cache, key, second, LATE);
        long version = memory.changed(key);
        deleteLater(mark);
        return version;
    }

    /** It waits for its turn once, however long that takes. */
    private void deleteLater(PendingDeletes.Pending<NearCache> mark) {
        mark.due().set(System.nanoTime() + Long.MAX_VALUE / 2);
        changes.later(() -> delete(mark), () -> mark.due().set(System.nanoTime() + LATE));
    }

    private boolean delete(PendingDeletes.Pending<NearCache> mark) {
        if (!pending.isPending(mark)) {
            return false;
        }
        boolean filled = recent.isWriting(mark.key());
        try {
            mark.cache().delete(mark.key());
            channel.publish(mark.key(), mark.second());
            if (!filled) {
                pending.done(mark);
            }
        } finally {
            mark.due().set(System.nanoTime() + LATE);
        }
        return true;
    }

    private void repeat() {
        if (changes.mayTry()) {
            // While the breaker is open, one finds out for all.
            pending.late().limit(changes.isOpen() ? 1 : Long.MAX_VALUE).forEach(this::deleteLater);
        }
    }

    // Notifications

    private void forget(Key key) {
        memory.changed(key);
        local.forEach(cache -> cache.forget(key));
    }

    @Override
    public void changed(Notification notification) {
        forget(notification.key());
        if (!notification.second()) {
            recent.take(notification.key(), false).forEach((key, cache) -> deleteAgain(cache, key, true));
        }
    }

    @Override
    public void lost() {
        forget(ALL);
        recent.take(ALL, true).forEach((key, cache) -> deleteAgain(cache, key, true));
    }

    @Override
    public void close() {
        if (pending() > 0) {
            log.warn("Changes that %s has not confirmed: %d. Old values may stay there until they expire"
                    .formatted(name, pending()));
        }
        channel.stop();
        timer.shutdownNow();
        reads.close();
        changes.close();
    }
}
