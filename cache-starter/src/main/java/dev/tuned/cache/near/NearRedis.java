/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.far.LettuceCommands;
import dev.tuned.cache.far.PendingDeletes;
import dev.tuned.cache.far.RecentWrites;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.RedisChannel;

/**
 * One Redis, as one connection factory reaches it, with a memory in front of it and the other instances beside it. A change is confirmed by
 * Redis, then published; until both are done it is pending. A value from a load is written only if there is none, and deleted once more if its
 * key was changed meanwhile, here or elsewhere. Deleting is always allowed: it costs a load. Thread-safe.
 */
public final class NearRedis implements RedisChannel.Listener, AutoCloseable {

    private static final Key ALL = Key.pattern(new byte[] {'*'});
    private static final long GONE = -2;
    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(700);

    final Memory memory;
    final Misses misses = new Misses();
    final OneLoad oneLoad = new OneLoad();
    private final Guard reads;
    private final Guard changes;
    private final long timeout;
    private final PendingDeletes<NearCache> pending = new PendingDeletes<>();
    private final RecentWrites<NearCache> recent = new RecentWrites<>();
    /** Keys of values that are on their way to Redis. */
    private final Queue<Key> filling = new ConcurrentLinkedQueue<>();

    private final RedisChannel channel;
    private final RedisConnectionFactory connections;
    private final boolean lettuce;
    private final @Nullable LettuceCommands direct;
    private final ScheduledThreadPoolExecutor timer;
    private final LongAdder again = new LongAdder();
    private volatile boolean connected;

    /**
     * Creates what is needed in front of a Redis; nothing is connected yet.
     *
     * @param threads makes its threads
     */
    public NearRedis(NearSettings settings, RedisConnectionFactory connections, ThreadFactory threads) {
        this.connections = connections;
        this.memory = new Memory(settings.memoryBytes(), settings.getUnconnectedTtl());
        this.reads = new Guard("a read", settings.getHardTimeout(), threads);
        // A change has two steps.
        this.changes = new Guard("a change", settings.getHardTimeout().multipliedBy(2), threads);
        this.timeout = 2 * settings.getHardTimeout().toNanos();
        this.channel = new RedisChannel(connections, settings.getChannel(), this, threads);
        // Known is exactly this factory, with one connection that is shared: another may block where it seems not to.
        this.lettuce = connections.getClass().getName().endsWith(".LettuceConnectionFactory")
                && connections instanceof LettuceConnectionFactory factory
                && factory.getShareNativeConnection()
                && !factory.getValidateConnection();
        this.direct = lettuce ? LettuceCommands.of(connections) : null;
        this.timer = new ScheduledThreadPoolExecutor(1, threads);
        var unused = timer.scheduleWithFixedDelay(this::repeat, 100, 100, TimeUnit.MILLISECONDS);
    }

    /** Listens to the other instances, and connects: the first connection takes longer than a hard time-out. In the background. */
    public void start() {
        channel.start();
        if (lettuce) {
            // If that fails, a read connects.
            timer.execute(() -> RedisCacheWriter.nonLockingRedisCacheWriter(connections)
                    .retrieve("tuned-cache", ALL.bytes())
                    .thenRun(() -> connected = true)
                    .join());
        }
    }

    /** The entries in memory. */
    public Memory memory() {
        return memory;
    }

    /** Through which Redis is read. */
    public Guard reads() {
        return reads;
    }

    /** Through which Redis is changed. */
    public Guard changes() {
        return changes;
    }

    /** The way to the other instances. */
    public RedisChannel channel() {
        return channel;
    }

    /** Changes that Redis or the other instances do not know yet. */
    public int pending() {
        return pending.size();
    }

    /** How often a key was deleted once more. */
    public long deletedAgain() {
        return again.sum();
    }

    /** Callers that got the value of another one's load. */
    public long sharedLoads() {
        return oneLoad.shared();
    }

    // Reads

    byte @Nullable [] read(NearCache cache, Key key) {
        long version = memory.version(key);
        byte[] value = null;
        try {
            value = pending.covers(key) ? null : readFar(cache, key, version);
            if (value != null) {
                misses.forget(key);
            }
            return value;
        } finally {
            cache.found(value);
            if (value == null) {
                misses.add(key, version);
            }
        }
    }

    private byte @Nullable [] readFar(NearCache cache, Key key, long version) {
        if (connected && lettuce && cache.writer().supportsAsyncRetrieve()) {
            return reads.<byte @Nullable []>ask(() -> retrieve(cache, key, version));
        }
        // The first one may connect, which blocks.
        byte[] value = reads.<byte @Nullable []>call(() -> cache.writer().get(cache.name(), key.bytes()), true, false);
        connected = true;
        keepFor(null, cache, key, value, version);
        return value;
    }

    CompletableFuture<byte @Nullable []> readAsync(NearCache cache, Key key) {
        long version = memory.version(key);
        CompletableFuture<byte @Nullable []> read = pending.covers(key)
                ? CompletableFuture.completedFuture(null)
                : reads.<byte @Nullable []>askAsync(() -> retrieve(cache, key, version));
        return read.whenComplete((value, ex) -> {
            cache.found(value);
            if (value == null) {
                misses.addAsynchronous(key, version);
            }
        });
    }

    private CompletableFuture<byte @Nullable []> retrieve(NearCache cache, Key key, long version) {
        CompletableFuture<byte @Nullable []> read;
        CompletableFuture<Void> unused;
        LettuceCommands lettuce = direct(cache);
        if (lettuce != null) {
            read = lettuce.get(key.bytes(), (value, millis) -> keepFor(millis, cache, key, value, version));
            unused = read.thenAccept(cache::count);
        } else {
            read = cache.writer().retrieve(cache.name(), key.bytes());
            unused = read.thenAccept(value -> keepFor(null, cache, key, value, version));
        }
        return read;
    }

    /** Null if Spring's writer is needed. */
    private @Nullable LettuceCommands direct(NearCache cache) {
        return (connected && !cache.locking()) ? direct : null;
    }

    /**
     * Redis' entry may be about to expire, which the memory's may not outlive.
     *
     * @param millis how long Redis has it yet, or that it has it for ever or no longer; null: it is asked
     */
    private void keepFor(@Nullable Long millis, NearCache cache, Key key, byte @Nullable [] value, long version) {
        if (value == null) {
            return;
        }
        if (millis == null) {
            reads.later(
                    () -> {
                        try (RedisConnection connection = connections.getConnection()) {
                            Long rest = connection.keyCommands().pTtl(key.bytes());
                            keepFor((rest != null) ? rest : GONE, cache, key, value, version);
                            return true;
                        }
                    },
                    () -> {});
        } else if (millis > 0 || millis == -1) {
            keep(cache, key, value, version, (millis > 0) ? Duration.ofMillis(millis) : null);
        }
    }

    private boolean keep(NearCache cache, Key key, byte[] value, long version, @Nullable Duration rest) {
        return memory.keep(cache.name(), cache.hits(), key, value, cache.nanos(rest), version);
    }

    // Writes after loads

    /** Keeps a loaded value, and writes it without waiting. */
    void fill(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version) {
        if (!keep(cache, key, value, version, ttl)) {
            deleteAgain(cache, key, false);
            return;
        }
        LettuceCommands lettuce = direct(cache);
        if (lettuce != null
                && changes.begin(() -> writeLoaded(
                        cache,
                        key,
                        value,
                        version,
                        () -> lettuce.putIfAbsent(
                                key.bytes(),
                                value,
                                ttl,
                                () -> cache.statistics().incPuts(cache.name()))))) {
            return;
        }
        Supplier<CompletableFuture<byte @Nullable []>> put = () -> CompletableFuture.supplyAsync(
                () -> cache.writer().putIfAbsent(cache.name(), key.bytes(), value, ttl), Runnable::run);
        changes.later(() -> writeLoaded(cache, key, value, version, put).join(), () -> {
            // What was put may be a change after all. It is not worth clearing a cache.
            if (!pending.isFull()) {
                pending.add(cache, key, false, LATE);
            }
        });
    }

    private CompletableFuture<Boolean> writeLoaded(
            NearCache cache, Key key, byte[] value, long version, Supplier<CompletableFuture<byte @Nullable []>> put) {
        if (pending.covers(key)) {
            return CompletableFuture.completedFuture(false);
        }
        filling.add(key);
        recent.add(key, cache, true);
        boolean asked = memory.version(key) == version;
        return (asked ? put.get() : CompletableFuture.<byte @Nullable []>completedFuture(null))
                .whenComplete((there, failure) -> {
                    filling.remove(key);
                    // Again: the process may have paused since.
                    recent.add(key, cache, true);
                    if (failure != null) {
                        // It may arrive yet.
                        add(cache, key, false, LATE);
                    } else if (memory.version(key) != version || (there != null && !Arrays.equals(there, value))) {
                        // Which one is newer is unknown.
                        deleteAgain(cache, key, false);
                    } else {
                        keepFor(null, cache, key, there, version);
                    }
                })
                .thenApply(there -> asked);
    }

    // Changes

    /**
     * Carries out a change, and publishes it.
     *
     * @param key or a pattern
     * @param value what is put; null: the key is deleted
     * @param immediate whether it is one of the operations that Spring does not defer until after a commit, and whose result is wanted
     * @param write changes Redis; false: it changed nothing
     * @return what {@code write} did; true if it is not waited for
     */
    boolean change(
            NearCache cache,
            Key key,
            byte @Nullable [] value,
            @Nullable Duration ttl,
            boolean immediate,
            Callable<Boolean> write) {
        if (immediate || !cache.afterCommit()) {
            repeatAfterTransaction(cache, key);
        }
        misses.forget(key);
        boolean unconfirmed = pending.covers(key);
        PendingDeletes.Pending<NearCache> mark = add(cache, key, false, timeout + LATE);
        long version = memory.changed(key);
        // It may come after what is done now.
        boolean filled = filling.stream().anyMatch(key::covers);
        if (value != null) {
            recent.add(key, cache, false);
        }
        Callable<Boolean> change = () -> {
            boolean written;
            if (value != null) {
                filling.add(key);
            }
            try {
                written = write.call();
            } catch (Exception ex) {
                // What Redis refuses, because it is full for example, leaves the old value there.
                deleteAgain(cache, key, false);
                throw ex;
            } finally {
                if (value != null) {
                    filling.remove(key);
                    // Again: the process may have paused since.
                    recent.add(key, cache, false);
                }
            }
            channel.publish(key, false);
            // Another change that came meanwhile may be the earlier one for Redis; what was not put does not confirm
            // what was pending.
            boolean last = !filled
                    && pending.done(mark)
                    && (written ? value == null || keep(cache, key, value, version, ttl) : !unconfirmed);
            if (!last && (value != null || filled)) {
                deleteAgain(cache, key, true);
            }
            return written;
        };
        // Redis looks at all its keys for a pattern: meanwhile the cache counts as empty.
        return !Boolean.FALSE.equals(changes.call(change, immediate || !Callers.mustNotWait(), key.isPattern()));
    }

    /** Something was done to Redis of which only its end is known: forgets all, here and elsewhere. */
    void forgetAll() {
        memory.changed(ALL);
        channel.publish(ALL, true);
    }

    /**
     * Repeats a change after the end of the current transaction, if there is one: whoever read before the commit has the value from before,
     * and what was rolled back was never true.
     */
    private void repeatAfterTransaction(NearCache cache, Key key) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    deleteAgain(cache, key, false);
                }
            });
        }
    }

    // Pending and repeated deletes

    private PendingDeletes.Pending<NearCache> add(NearCache cache, Key key, boolean second, long delay) {
        if (!key.isPattern() && pending.isFull()) {
            String prefix = cache.prefix().get();
            if (prefix != null && new String(key.bytes(), StandardCharsets.UTF_8).startsWith(prefix)) {
                deleteAgain(cache, Key.pattern((prefix + "*").getBytes(StandardCharsets.UTF_8)), false);
            }
        }
        return pending.add(cache, key, second, delay);
    }

    private void deleteAgain(NearCache cache, Key key, boolean second) {
        PendingDeletes.Pending<NearCache> mark = add(cache, key, second, LATE);
        memory.changed(key);
        again.increment();
        deleteLater(mark);
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
        NearCache cache = mark.cache();
        boolean filled = filling.stream().anyMatch(mark.key()::covers);
        try {
            var unused = mark.key().isPattern()
                    ? cache.writer().invalidate(cache.name(), mark.key().bytes())
                    : cache.writer().evictIfPresent(cache.name(), mark.key().bytes());
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

    @Override
    public void changed(Notification notification) {
        memory.changed(notification.key());
        if (!notification.second()) {
            recent.take(notification.key(), false).forEach((key, cache) -> deleteAgain(cache, key, true));
        }
    }

    @Override
    public void lost() {
        memory.changed(ALL);
        recent.take(ALL, true).forEach((key, cache) -> deleteAgain(cache, key, true));
    }

    @Override
    public void heard(long nanoTime) {
        memory.heard(nanoTime);
    }

    @Override
    public void close() {
        channel.close();
        timer.shutdownNow();
        reads.close();
        changes.close();
    }
}
