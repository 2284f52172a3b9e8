/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.far.PendingDeletes;
import dev.tuned.cache.far.PendingDeletes.Pending;
import dev.tuned.cache.far.RecentWrites;
import dev.tuned.cache.far.RecentWrites.Write;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.RedisChannel;

/**
 * One Redis, as one connection factory reaches it, with a memory in front of it and the other instances beside it. A change is confirmed by
 * Redis, then published; until both are done it is pending. A value from a load is written only if there is none, and deleted once more if its
 * key was changed meanwhile, here or elsewhere. Deleting is always allowed: it costs a load. Thread-safe.
 */
public final class NearRedis implements RedisChannel.Listener, AutoCloseable {

    private static final Log log = LogFactory.getLog(NearRedis.class);
    private static final Key ALL = new Key(new byte[] {'*'});
    private static final long REPEAT = 250;
    private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    private final NearSettings settings;
    private final Memory memory;
    private final Misses misses = new Misses();
    private final OneLoad oneLoad = new OneLoad();
    private final Guard guard;
    private final PendingDeletes<NearCache> pending = new PendingDeletes<>();
    private final RecentWrites<NearCache> recent = new RecentWrites<>();
    private final RedisChannel channel;
    private final RedisConnectionFactory connections;
    private final @Nullable LettuceReads lettuce;
    private final ScheduledThreadPoolExecutor timer;
    private final LongAdder again = new LongAdder();
    private volatile boolean connected;

    /**
     * Creates what is needed in front of a Redis; nothing is connected yet.
     *
     * @param threads makes its threads
     */
    public NearRedis(NearSettings settings, RedisConnectionFactory connections, ThreadFactory threads) {
        this.settings = settings;
        this.connections = connections;
        this.memory = new Memory(settings.memory(), settings.unconnectedTtl());
        this.guard = new Guard(settings.hardTimeout(), threads);
        this.channel = new RedisChannel(connections, settings.channel(), this, threads);
        this.lettuce = connections.getClass().getName().equals(LETTUCE) ? LettuceReads.of(connections) : null;
        this.timer = new ScheduledThreadPoolExecutor(1, threads);
        var unused = timer.scheduleWithFixedDelay(this::repeat, REPEAT, REPEAT, TimeUnit.MILLISECONDS);
    }

    NearSettings settings() {
        return settings;
    }

    /** The entries in memory. */
    public Memory memory() {
        return memory;
    }

    /** Time-out and breakers. */
    public Guard guard() {
        return guard;
    }

    /** The way to the other instances. */
    public RedisChannel channel() {
        return channel;
    }

    /** Sets the bound of the memory, in bytes. */
    public void resize(long bytes) {
        memory.resize(bytes);
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
        byte[] value;
        try {
            value = readFar(cache, key);
        } catch (RuntimeException ex) {
            misses.add(key, version);
            cache.found(false);
            throw ex;
        }
        cache.found(value != null);
        if (value == null) {
            misses.add(key, version);
        } else {
            keepForItsRest(cache, key, value, version);
        }
        return value;
    }

    private byte @Nullable [] readFar(NearCache cache, Key key) {
        if (pending.covers(key)) {
            return null;
        }
        if (connected && lettuce != null && cache.writer().supportsAsyncRetrieve()) {
            return guard.<byte @Nullable []>read(() -> cache.writer().retrieve(cache.name(), key.bytes()));
        }
        // The first one may connect, which blocks.
        byte[] value =
                guard.<byte @Nullable []>readBlocking(() -> cache.writer().get(cache.name(), key.bytes()));
        connected = true;
        return value;
    }

    CompletableFuture<byte @Nullable []> readAsync(NearCache cache, Key key) {
        long version = memory.version(key);
        CompletableFuture<byte @Nullable []> read = pending.covers(key)
                ? CompletableFuture.completedFuture(null)
                : guard.<byte @Nullable []>readAsync(() -> cache.writer().retrieve(cache.name(), key.bytes()));
        return read.whenComplete((value, ex) -> {
            cache.found(value != null);
            if (value == null) {
                misses.addAsynchronous(key, version);
            } else {
                keepForItsRest(cache, key, value, version);
            }
        });
    }

    /** Redis' entry may be about to expire, which the memory's may not outlive. */
    private void keepForItsRest(NearCache cache, Key key, byte[] value, long version) {
        if (lettuce != null && connected) {
            lettuce.rest(key.bytes(), rest -> keepForRest(cache, key, value, version, rest));
        } else {
            guard.readLater(() -> {
                try (RedisConnection connection = connections.getConnection()) {
                    Long rest = connection.keyCommands().pTtl(key.bytes());
                    keepForRest(cache, key, value, version, (rest != null) ? rest : GONE);
                } catch (RuntimeException ex) {
                    log.debug("The rest of an entry is not known: it is not kept in memory", ex);
                }
            });
        }
    }

    private static final long GONE = -2;
    private static final long FOREVER = -1;

    private void keepForRest(NearCache cache, Key key, byte[] value, long version, long rest) {
        if (rest > 0 || rest == FOREVER) {
            keep(cache, key, value, version, (rest > 0) ? Duration.ofMillis(rest) : null);
        }
    }

    private boolean keep(NearCache cache, Key key, byte[] value, long version, @Nullable Duration rest) {
        return memory.keep(cache.name(), cache.hitCounter(), key, value, cache.nanos(rest), version);
    }

    byte[] load(Key key, Supplier<byte[]> loader) {
        return oneLoad.get(key, memory.version(key), loader);
    }

    // Writes after loads

    @Nullable
    Long takeMiss(Key key) {
        return misses.take(key);
    }

    long version(Key key) {
        return memory.version(key);
    }

    /** Keeps a loaded value, and writes it in the background. */
    void fill(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version) {
        if (!keep(cache, key, value, version, ttl)) {
            deleteAgain(cache, key, false);
            return;
        }
        guard.changeLater(
                () -> writeLoaded(cache, key, value, ttl, version),
                () -> pending.add(key, cache, false, fingerprint(value)));
    }

    /** The same without a thread; what follows runs where it does without this starter. */
    CompletableFuture<Void> fillAsync(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version) {
        if (pending.covers(key) || !keep(cache, key, value, version, ttl)) {
            deleteAgain(cache, key, false);
            return CompletableFuture.completedFuture(null);
        }
        recent.filled(key, cache);
        return guard.changeAsync(() -> cache.writer().store(cache.name(), key.bytes(), value, ttl))
                .handle((nothing, ex) -> {
                    recent.filled(key, cache);
                    if (ex != null || memory.version(key) != version) {
                        deleteAgain(cache, key, false);
                    }
                    return null;
                });
    }

    /** The load within a lock of the writer behind, which all instances share. */
    byte[] loadLocked(NearCache cache, Key key, Supplier<byte[]> loader, @Nullable Duration ttl, long version) {
        boolean[] called = new boolean[1];
        byte[][] loaded = new byte[1][];
        byte[] value;
        try {
            value = cache.writer()
                    .get(
                            cache.name(),
                            key.bytes(),
                            () -> {
                                called[0] = true;
                                loaded[0] = loader.get();
                                return loaded[0];
                            },
                            ttl,
                            false);
        } catch (DataAccessException ex) {
            if (called[0] && loaded[0] == null) {
                throw ex;
            }
            log.debug("A load was not written", ex);
            return called[0] ? loaded[0] : loader.get();
        }
        if (called[0]) {
            recent.filled(key, cache);
            if (!keep(cache, key, value, version, ttl)) {
                deleteAgain(cache, key, false);
            }
        } else {
            keepForItsRest(cache, key, value, version);
        }
        return value;
    }

    private boolean writeLoaded(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, long version) {
        if (pending.covers(key)) {
            return false;
        }
        boolean changed = memory.version(key) != version;
        if (!changed) {
            recent.filled(key, cache);
            byte[] there;
            try {
                there = cache.writer().putIfAbsent(cache.name(), key.bytes(), value, ttl);
            } catch (RuntimeException ex) {
                // It may arrive yet.
                pending.add(key, cache, false, 0);
                throw ex;
            } finally {
                recent.filled(key, cache);
            }
            if (there != null && Arrays.equals(there, value)) {
                keepForItsRest(cache, key, value, version);
            }
            changed = memory.version(key) != version || (there != null && !Arrays.equals(there, value));
        }
        if (changed) {
            // Which one is newer is unknown.
            deleteAgain(cache, key, false);
        }
        return !changed;
    }

    private static long fingerprint(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value);
        return ((long) Arrays.hashCode(value) << 32) | crc.getValue() | 1;
    }

    // Changes

    /** Writes a value, which is a change for all instances. */
    boolean put(NearCache cache, Key key, byte[] value, @Nullable Duration ttl, boolean wait) {
        return change(cache, key, value, ttl, wait, () -> {
            if (cache.writer().supportsAsyncRetrieve()) {
                cache.writer().store(cache.name(), key.bytes(), value, ttl).join();
            } else {
                cache.writer().put(cache.name(), key.bytes(), value, ttl);
            }
            return true;
        });
    }

    boolean evict(NearCache cache, Key key, boolean wait) {
        return change(cache, key, null, null, wait, () -> cache.writer().evictIfPresent(cache.name(), key.bytes()));
    }

    byte @Nullable [] putIfAbsent(NearCache cache, Key key, byte[] value, @Nullable Duration ttl) {
        byte[][] there = new byte[1][];
        change(cache, key, value, ttl, true, () -> {
            there[0] = cache.writer().putIfAbsent(cache.name(), key.bytes(), value, ttl);
            return there[0] == null;
        });
        return there[0];
    }

    private boolean change(
            NearCache cache,
            Key key,
            byte @Nullable [] value,
            @Nullable Duration ttl,
            boolean wait,
            Callable<Boolean> write) {
        misses.take(key);
        Pending<NearCache> mark = add(cache, key, false, 0);
        long version = memory.changed(key);
        if (value != null) {
            recent.put(key, cache);
        }
        Boolean changed = guard.change(
                () -> {
                    boolean written = write(key, mark, write);
                    channel.publish(key, false, false);
                    // Another change of the key that came meanwhile may be the earlier one for Redis.
                    if (!pending.done(key, mark)
                            || (value != null && written && !keep(cache, key, value, version, ttl))) {
                        if (value != null) {
                            deleteAgain(cache, key, true);
                        }
                    }
                    return written;
                },
                wait,
                true);
        return changed == null || changed;
    }

    /** What Redis refuses, because it is full for example, leaves the old value there. */
    private boolean write(Key key, Pending<NearCache> mark, Callable<Boolean> write) throws Exception {
        try {
            return write.call();
        } catch (Exception ex) {
            guard.changeLater(() -> deleteFar(key, mark), () -> {});
            throw ex;
        }
    }

    /** Deletes all keys that match; true if there was one, or it is not known yet. */
    boolean clear(NearCache cache, Key pattern, boolean wait) {
        Pending<NearCache> mark = pending.addPattern(pattern, cache);
        memory.changedAll(pattern);
        try {
            Boolean there = guard.change(() -> clearFar(pattern, mark), wait, false);
            return there == null || there;
        } catch (QueryTimeoutException ex) {
            // Redis looks at all its keys: meanwhile the cache counts as empty.
            return true;
        }
    }

    private boolean clearFar(Key pattern, Pending<NearCache> mark) {
        NearCache cache = mark.cache();
        boolean there = cache.writer().invalidate(cache.name(), pattern.bytes());
        channel.publish(pattern, true, false);
        pending.patternDone(pattern, mark);
        return there;
    }

    /** Something was done to Redis of which only its end is known: forgets all, here and elsewhere. */
    void forgetAll() {
        memory.changedAll(ALL);
        guard.changeLater(
                () -> {
                    channel.publish(ALL, true, true);
                    return null;
                },
                () -> log.warn(
                        "Other instances do not know that all was changed: they serve old values for their TTL"));
    }

    /**
     * Repeats a change after the end of the current transaction, if there is one: whoever read before the commit has the value from before,
     * and what was rolled back was never true.
     */
    void repeatAfterTransaction(NearCache cache, Key key, boolean pattern) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (pattern) {
                        Pending<NearCache> mark = pending.addPattern(key, cache);
                        memory.changedAll(key);
                        guard.changeLater(() -> clearFar(key, mark), () -> {});
                    } else {
                        deleteAgain(cache, key, false);
                    }
                }
            });
        }
    }

    // Pending and repeated deletes

    private Pending<NearCache> add(NearCache cache, Key key, boolean second, long unless) {
        if (pending.isFull()) {
            String prefix = cache.prefix();
            if (prefix != null && new String(key.bytes(), StandardCharsets.UTF_8).startsWith(prefix)) {
                Key pattern = new Key((prefix + "*").getBytes(StandardCharsets.UTF_8));
                memory.changedAll(pattern);
                pending.addPattern(pattern, cache);
            } else {
                // Its entries cannot be told from others: they end with their own TTL.
                pending.forgetOne();
            }
        }
        return pending.add(key, cache, second, unless);
    }

    private void deleteAgain(NearCache cache, Key key, boolean second) {
        Pending<NearCache> mark = add(cache, key, second, 0);
        memory.changed(key);
        again.increment();
        guard.changeLater(() -> deleteFar(key, mark), () -> {});
    }

    private boolean deleteFar(Key key, Pending<NearCache> mark) {
        NearCache cache = mark.cache();
        if (mark.unless() != 0) {
            byte[] there = cache.writer().get(cache.name(), key.bytes());
            if (there == null || fingerprint(there) == mark.unless()) {
                return pending.done(key, mark);
            }
        }
        cache.writer().evictIfPresent(cache.name(), key.bytes());
        channel.publish(key, false, mark.second());
        return pending.done(key, mark);
    }

    private void repeat() {
        try {
            if (pending.size() > 0 && guard.changeBreaker().mayTry()) {
                pending.forEachLate(
                        (key, late) -> {
                            Pending<NearCache> mark = pending.add(key, late.cache(), late.second(), late.unless());
                            guard.changeLater(() -> deleteFar(key, mark), () -> {});
                        },
                        (pattern, late) -> {
                            Pending<NearCache> mark = pending.addPattern(pattern, late.cache());
                            guard.changeLater(() -> clearFar(pattern, mark), () -> {});
                        });
            }
        } catch (RuntimeException ex) {
            log.warn("Pending deletes are repeated later", ex);
        }
    }

    // Notifications

    @Override
    public void changed(Notification notification) {
        Key key = notification.key();
        List<Write<NearCache>> writes;
        if (notification.pattern()) {
            memory.changedAll(key);
            writes = notification.second() ? List.of() : recent.takeAll(each -> each.matches(key));
        } else {
            memory.changed(key);
            writes = notification.second() ? List.of() : recent.take(key);
        }
        writes.forEach(write -> deleteAgain(write.cache(), write.key(), true));
    }

    @Override
    public void heard(long nanoTime) {
        memory.heard(nanoTime);
    }

    @Override
    public void lost() {
        memory.changedAll(ALL);
        recent.takeAll(key -> true).forEach(write -> deleteAgain(write.cache(), write.key(), true));
    }

    /** Subscribes. */
    public void start() {
        channel.start();
    }

    /** Ends the subscription; nothing is served from memory for longer than while unconnected. */
    public void stop() {
        channel.stop();
    }

    @Override
    public void close() {
        stop();
        timer.shutdownNow();
        guard.close();
    }
}
