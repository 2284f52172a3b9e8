/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import com.couchbase.client.core.error.ValueTooLargeException;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RemoteRead.Outcome;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/**
 * L2 of one region. No method blocks or throws and no future fails: what L2 cannot do is {@link Outcome#UNAVAILABLE},
 * {@code NO_CAS} or {@code false}. Futures may complete on a thread of the SDK. Thread-safe.
 */
final class RemoteTier {

    private static final Duration SHORTEST_EXPIRY = Duration.ofSeconds(1);

    private final RegionSettings settings;
    private final L2Store store;
    private final ValueCodec codec;
    private final DocumentIds ids;
    private final Generation generation;
    private final Ticker ticker;
    private final RegionCounters counters;
    private final StaleRiskLog risks;
    private final ValueLog values;

    RemoteTier(
            RegionSettings settings,
            L2Store store,
            ValueCodec codec,
            String keyPrefix,
            Ticker ticker,
            RegionCounters counters,
            StaleRiskLog risks) {
        this.settings = settings;
        this.store = store;
        this.codec = codec;
        this.ids = new DocumentIds(keyPrefix, settings.name(), settings.schemaVersion());
        this.generation = new Generation(store, ids.generation(), settings, Ticker.systemTicker());
        this.ticker = ticker;
        this.counters = counters;
        this.risks = risks;
        this.values = new ValueLog(settings.name());
    }

    /** Opens the connection ahead of the first read. */
    void start() {
        var unused = generation.current();
    }

    /** Another process cleared the region: nothing is read from L2 until the generation is known again. */
    void clearedElsewhere() {
        generation.forget();
    }

    /** Looks for the document under a key. */
    CompletableFuture<RemoteRead> read(Object key) {
        long at = ticker.read();
        String encoded = Keys.encode(key);
        if (encoded == null) {
            return CompletableFuture.completedFuture(RemoteRead.absent(null, at));
        }
        return generation
                .current()
                .thenCompose(number -> read(ids.of(number, encoded), at))
                .exceptionally(error -> RemoteRead.unavailable(null, at));
    }

    private CompletableFuture<RemoteRead> read(String id, long at) {
        return store.get(id, settings.remote().hardTimeout()).handle((document, error) -> {
            if (!reached(error)) {
                return RemoteRead.unavailable(id, at);
            }
            return (document != null) ? RemoteRead.found(document, id, at) : RemoteRead.absent(id, at);
        });
    }

    /** The value of what was read, or {@code null}; a document that is not JSON of the region's type is a miss. */
    @Nullable
    Hit decode(RemoteRead read) {
        if (read.document() == null) {
            return null;
        }
        try {
            return new Hit(codec.decode(read.document().content()), read.cas());
        } catch (RuntimeException | StackOverflowError | LinkageError ex) {
            counters.undecodable.increment();
            values.undecodable(ex);
            return null;
        }
    }

    /**
     * Keeps a loaded value, if nobody has written or removed the key since the read before the load.
     *
     * @param basis the read before the load
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    CompletableFuture<Long> keep(Object key, @Nullable Object value, RemoteRead basis) {
        String id = basis.id();
        byte[] content = (id != null && !tooOld(basis)) ? encode(value) : null;
        if (id == null || content == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        Duration timeout = settings.remote().hardTimeout();
        CompletableFuture<Long> written = (basis.cas() != L2Store.NO_CAS)
                ? store.replace(id, content, expiry(value), basis.cas(), timeout)
                : store.insert(id, content, expiry(value), timeout);
        return written.handle((cas, error) -> reached(error) ? cas : L2Store.NO_CAS);
    }

    /** Its tombstone may be gone: whether the key was removed since cannot be seen any more. */
    private boolean tooOld(RemoteRead basis) {
        return ticker.read() - basis.at() > Tombstone.LONGEST_LOAD.toNanos();
    }

    /**
     * Writes a value whatever was there; one that cannot be kept in L2 at least removes the previous one.
     *
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        byte[] content = encode(value);
        if (content == null) {
            return remove(key).thenApply(done -> L2Store.NO_CAS);
        }
        return write(
                        key,
                        id -> store.put(
                                id, content, expiry(value), settings.remote().hardTimeout()))
                .exceptionallyCompose(error -> {
                    if (Failures.cause(error) instanceof ValueTooLargeException tooLarge) {
                        values.unstorable(tooLarge);
                        return remove(key).thenApply(done -> L2Store.NO_CAS);
                    }
                    unconfirmed("a changed value");
                    return CompletableFuture.completedFuture(L2Store.NO_CAS);
                });
    }

    /**
     * Writes a value unless L2 has one.
     *
     * @return the value that L2 has or {@code null}; also {@code null} if L2 does not answer
     */
    CompletableFuture<@Nullable Hit> putIfAbsent(Object key, @Nullable Object value) {
        return read(key).thenCompose(read -> {
            Hit present = decode(read);
            return (present != null || read.outcome() == Outcome.UNAVAILABLE)
                    ? CompletableFuture.completedFuture(present)
                    : keep(key, value, read).thenCompose(cas -> afterInsert(key, cas));
        });
    }

    /** Refused means that another process was faster: its value counts. */
    private CompletableFuture<@Nullable Hit> afterInsert(Object key, long cas) {
        return (cas != L2Store.NO_CAS)
                ? CompletableFuture.completedFuture(null)
                : read(key).thenApply(this::decode);
    }

    /** Leaves a tombstone under a key; the future tells whether L2 is known to have it. */
    CompletableFuture<Boolean> remove(Object key) {
        return write(
                        key,
                        id -> store.put(
                                id,
                                Tombstone.content(),
                                Tombstone.EXPIRY,
                                settings.remote().hardTimeout()))
                .handle((cas, error) -> {
                    if (error != null) {
                        unconfirmed("an eviction");
                    }
                    return error == null;
                });
    }

    /** Starts a new generation; until Couchbase has it, nothing is read from L2. */
    CompletableFuture<Boolean> clear() {
        return generation.advance().handle((number, error) -> error == null);
    }

    private CompletableFuture<Long> write(Object key, Function<String, CompletableFuture<Long>> operation) {
        String encoded = Keys.encode(key);
        if (encoded == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        return generation
                .current()
                .thenCompose(number -> operation.apply(ids.of(number, encoded)))
                .thenApply(cas -> {
                    reached(null);
                    return cas;
                });
    }

    private byte @Nullable [] encode(@Nullable Object value) {
        if (expiry(value).compareTo(SHORTEST_EXPIRY) < 0) {
            return null;
        }
        try {
            return codec.encode(value);
        } catch (RuntimeException ex) {
            values.unstorable(ex);
            return null;
        }
    }

    private Duration expiry(@Nullable Object value) {
        return (value != null) ? settings.remote().ttl() : settings.negativeTtl();
    }

    private boolean reached(@Nullable Throwable error) {
        if (error == null) {
            risks.over(settings.name());
        }
        return error == null;
    }

    private void unconfirmed(String operation) {
        risks.staleRisk(
                settings.name(),
                operation,
                "for up to " + settings.remote().ttl().toSeconds() + " s");
    }
}
