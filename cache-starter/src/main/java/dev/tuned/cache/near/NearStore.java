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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
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

    private final String name;
    final Memory memory;
    final Misses<Key> misses = new Misses<>();
    final OneLoad oneLoad = new OneLoad();
    private final Guard reads;
    private final Guard changes;
    private final long timeout;
    final long unconnectedTtl;
    private final BooleanSupplier ownErrorHandler;
    private final PendingDeletes<NearCache> pending = new PendingDeletes<>();
    private final RecentWrites<NearCache> recent = new RecentWrites<>();
    private final Notifications channel;
    private final List<NearCache> local = new CopyOnWriteArrayList<>();
    /** Bytes of loaded values that are not written yet. */
    private final AtomicLong unwritten = new AtomicLong();

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

    /** The store's name. */
    public String name() {
        return name;
    }

    /** The entries in memory. */
    public Memory memory() {
        return memory;
    }

    /** Through which the far cache is read. */
    public Guard reads() {
        return reads;
    }

    /** Through which it is changed. */
    public Guard changes() {
        return changes;
    }

    /** The way to the other instances. */
    public Notifications channel() {
        return channel;
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

    byte @Nullable [] get(NearCache cache, Key key) {
        byte[] value = inMemory(cache, key);
        return (value != null) ? value : read(cache, key);
    }

    byte @Nullable [] inMemory(NearCache cache, Key key) {
        byte[] value = memory.get(cache, key);
        if (value != null) {
            misses.forget(key::covers);
            cache.count(value);
        }
        return value;
    }

    private byte @Nullable [] read(NearCache cache, Key key) {
        return this.<byte[]>orElse(null, () -> {
            long version = memory.version(key);
            byte[] value = null;
            try {
                value = pending.covers(key)
                        ? null
                        : reads.<byte @Nullable []>ask(
                                () -> cache.read(key, keeper(cache, key, version)), cache.readBlocks());
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
                : reads.<byte @Nullable []>askAsync(() -> cache.readAsync(key, keeper(cache, key, version)));
        CompletableFuture<byte @Nullable []> noted = read.whenComplete((value, ex) -> {
            cache.found(value);
            if (value == null) {
                misses.addAsynchronous(key, version);
            }
        });
        return ownErrorHandler.getAsBoolean() ? noted : noted.exceptionally(ex -> null);
    }

    private BiConsumer<byte[], @Nullable Duration> keeper(NearCache cache, Key key, long version) {
        return (found, rest) -> keepFor(rest, cache, key, found, version);
    }

    /**
     * The far cache's entry may be about to expire, which the memory's may not outlive.
     *
     * @param rest null: it is asked
     */
    private void keepFor(@Nullable Duration rest, NearCache cache, Key key, byte[] value, long version) {
        if (rest == null) {
            long now = System.nanoTime();
            reads.later(
                    () -> Guard.now(() -> {
                        Duration asked = cache.rest(key);
                        if (!asked.isNegative()) {
                            memory.keepLate(cache, key, value, asked, version, now);
                        }
                        return true;
                    }),
                    () -> {});
        } else if (!rest.isNegative()) {
            memory.keep(cache, key, value, rest, version);
        }
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
        Supplier<CompletableFuture<Boolean>> write = () -> writeLoaded(cache, key, value, ttl, version, load)
                .whenComplete((asked, failure) -> unwritten.addAndGet(-value.length));
        long before = unwritten.getAndAdd(value.length);
        Runnable otherwise = () -> {
            unwritten.addAndGet(-value.length);
            // What was put may be a change after all. It is not worth clearing a cache.
            if (!pending.isFull()) {
                pending.add(cache, key, false, LATE);
            }
        };
        if (before > memory.maximum()) {
            otherwise.run();
        } else if (cache.putBlocks()) {
            changes.later(write, otherwise);
        } else {
            changes.begin(write, otherwise);
        }
    }

    private CompletableFuture<Boolean> writeLoaded(
            NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version, boolean load) {
        if (pending.covers(key)) {
            return CompletableFuture.completedFuture(false);
        }
        recent.begin(key, cache, true);
        boolean asked = memory.version(key) == version;
        return CompletableFuture.completedFuture(asked)
                .<byte @Nullable []>thenCompose(
                        ask -> ask ? cache.putIfAbsent(key, value, ttl) : CompletableFuture.completedFuture(null))
                .whenComplete((there, failure) -> {
                    recent.end(key, cache, true);
                    if (failure != null) {
                        // It may arrive yet.
                        add(cache, key, false, LATE);
                    } else if (memory.version(key) != version
                            || (there != null && !load && !Arrays.equals(there, value))) {
                        // Which one is newer is unknown.
                        deleteAgain(cache, key, false);
                    } else if (there != null) {
                        keepFor(null, cache, key, there, Arrays.equals(there, value) ? version : memory.changed(key));
                    }
                })
                .thenApply(there -> asked);
    }

    // Changes

    /** Spring puts what a method returned after a miss as it puts any value. */
    void put(NearCache cache, Key key, byte[] value, @Nullable Duration ttl) {
        boolean load = misses.isLoad(key);
        Long missed = misses.take(key);
        if (missed != null) {
            fill(cache, key, value, ttl, missed, load);
        } else {
            change(cache, key, value, ttl, false);
        }
    }

    /** Deletes a key, or all that match a pattern, as {@link #change} does. */
    boolean delete(NearCache cache, Key key, boolean immediate) {
        return change(cache, key, null, null, immediate);
    }

    /**
     * Carries out a change, and publishes it.
     *
     * @param key or a pattern
     * @param value what is put; null: the key is deleted
     * @param immediate whether it is one of the operations that Spring does not defer until after a commit, and whose result is wanted
     * @return whether there was anything to delete; true if it was put or is not waited for, false if it failed
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
        AtomicBoolean givenUp = new AtomicBoolean();
        byte[] found;
        try {
            found = changes.<byte @Nullable []>call(() -> putIfAbsentNow(cache, key, value, ttl, givenUp), true, false);
        } catch (QueryTimeoutException ex) {
            givenUp.set(true);
            // It may arrive yet, and is not kept then.
            add(cache, key, false, LATE);
            memory.changed(key);
            throw ex;
        }
        if (found == null) {
            repeatAfterTransaction(cache, key, false);
        }
        return found;
    }

    private byte @Nullable [] putIfAbsentNow(
            NearCache cache, Key key, byte[] value, @Nullable Duration ttl, AtomicBoolean givenUp) {
        PendingDeletes.Pending<NearCache> before = pending.of(key);
        if (before != null) {
            // Later it would take back what is decided now.
            try {
                delete(before);
            } catch (RuntimeException ex) {
                // It stays pending.
            }
            if (givenUp.get()) {
                // The caller may have changed it once more.
                throw new QueryTimeoutException("The delete before it took too long");
            }
        }
        long version = memory.changed(key);
        byte[] there = cache.putIfAbsent(key, value, ttl).join();
        if (there == null) {
            try {
                channel.publish(key, false);
            } catch (RuntimeException ex) {
                // The caller takes it for not put.
                add(cache, key, false, LATE);
                throw ex;
            }
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
        long version = memory.changed(key);
        deleteLater(add(cache, key, false, LATE));
        return version;
    }

    /** Carries out what may have to wait for a lock. */
    void inBackground(Runnable task) {
        reads.later(
                () -> {
                    task.run();
                    return CompletableFuture.completedFuture(false);
                },
                task);
    }

    private void deleteAgain(NearCache cache, Key key, boolean second) {
        PendingDeletes.Pending<NearCache> mark = add(cache, key, second, LATE);
        memory.changed(key);
        deleteLater(mark);
    }

    /** It waits for its turn once, however long that takes. */
    private void deleteLater(PendingDeletes.Pending<NearCache> mark) {
        mark.due().set(System.nanoTime() + Long.MAX_VALUE / 2);
        changes.later(() -> Guard.now(() -> delete(mark)), () -> mark.due().set(System.nanoTime() + LATE));
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

    /** Notifies a cache whose entries are elsewhere in this process. */
    void add(NearCache cache) {
        local.add(cache);
    }

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
