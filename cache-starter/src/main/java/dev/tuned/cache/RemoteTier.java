/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.couchbase.client.core.error.ValueTooLargeException;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/**
 * L2 of one region. No method blocks or throws and no future fails: what L2 cannot do is a miss or {@code false}.
 * Futures may complete on a thread of the SDK. Thread-safe.
 */
final class RemoteTier {

    private static final Duration SHORTEST_EXPIRY = Duration.ofSeconds(1);

    private final RegionSettings settings;
    private final L2Store store;
    private final ValueCodec codec;
    private final DocumentIds ids;
    private final Generation generation;
    private final OutageLog outage;
    private final ValueLog values;

    RemoteTier(RegionSettings settings, L2Store store, ValueCodec codec, String keyPrefix, OutageLog outage) {
        this.settings = settings;
        this.store = store;
        this.codec = codec;
        this.ids = new DocumentIds(keyPrefix, settings.name(), settings.schemaVersion());
        this.generation = new Generation(store, ids.generation(), settings, Ticker.systemTicker(), outage);
        this.outage = outage;
        this.values = new ValueLog(settings.name());
    }

    /** Opens the connection ahead of the first read. */
    void start() {
        var unused = generation.current();
    }

    /** The document under a key, or {@code null}. */
    CompletableFuture<@Nullable StoredDocument> read(Object key) {
        String encoded = Keys.encode(key);
        if (encoded == null) {
            return CompletableFuture.completedFuture(null);
        }
        return generation
                .current()
                .thenCompose(number ->
                        store.get(ids.of(number, encoded), settings.remote().hardTimeout()))
                .handle((document, error) -> reached(error) ? document : null);
    }

    /** Reads a document; one that is not JSON of the region's type is a miss. */
    @Nullable
    Hit decode(@Nullable StoredDocument document) {
        try {
            return (document != null) ? codec.decode(document.content()) : null;
        } catch (RuntimeException ex) {
            values.undecodable(ex);
            return null;
        }
    }

    /** Keeps a loaded value, if it can be kept in L2 at all. */
    CompletableFuture<Boolean> keep(Object key, @Nullable Object value) {
        byte[] content = encode(value);
        return (content != null) ? store(key, value, content) : CompletableFuture.completedFuture(true);
    }

    /** Replaces what is in L2; a value that cannot be kept there at least removes the previous one. */
    CompletableFuture<Boolean> replace(Object key, @Nullable Object value) {
        byte[] content = encode(value);
        return (content != null)
                ? store(key, value, content)
                        .whenComplete((done, error) ->
                                risk(done, "a changed value", settings.remote().ttl()))
                : remove(key);
    }

    /** Removes a key; the future tells whether L2 is known to be without it. */
    CompletableFuture<Boolean> remove(Object key) {
        String encoded = Keys.encode(key);
        if (encoded == null) {
            return CompletableFuture.completedFuture(true);
        }
        return generation
                .current()
                .thenCompose(number ->
                        store.remove(ids.of(number, encoded), settings.remote().hardTimeout()))
                .handle((present, error) -> reached(error))
                .whenComplete((done, error) ->
                        risk(done, "an eviction", settings.remote().ttl()));
    }

    /** Starts a new generation; until Couchbase has it, nothing is read from L2. */
    CompletableFuture<Boolean> clear() {
        return generation.advance().handle((number, error) -> error == null);
    }

    private CompletableFuture<Boolean> store(Object key, @Nullable Object value, byte[] content) {
        String encoded = Keys.encode(key);
        if (encoded == null) {
            return CompletableFuture.completedFuture(true);
        }
        return generation
                .current()
                .thenCompose(number -> store.put(
                        ids.of(number, encoded),
                        content,
                        expiry(value),
                        settings.remote().hardTimeout()))
                .thenApply(result -> reached(null))
                .exceptionallyCompose(error -> refused(key, Failures.cause(error)));
    }

    private CompletableFuture<Boolean> refused(Object key, Throwable cause) {
        if (cause instanceof ValueTooLargeException tooLarge) {
            values.unstorable(tooLarge);
            return remove(key);
        }
        return CompletableFuture.completedFuture(reached(cause));
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
            outage.succeeded();
            return true;
        }
        outage.failed(error);
        return false;
    }

    private void risk(boolean done, String operation, Duration ttl) {
        if (!done) {
            outage.staleRisk(settings.name(), operation, "for up to " + ttl.toSeconds() + " s");
        }
    }
}
