/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.io.CollectionIdentifier;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.Transcoder;
import com.couchbase.client.java.kv.LookupInMacro;
import com.couchbase.client.java.kv.LookupInSpec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.notify.CouchbaseDocuments;
import dev.tuned.cache.notify.Key;

import static dev.tuned.cache.notify.CouchbaseDocuments.BYTES;

/**
 * A cache in front of Couchbase: what its Spring cache calls in the place of Spring's own cache writer. The application's transcoder makes and
 * reads the documents; what is in memory is their bytes. Its keys are the collection, a NUL and the document's key. With generations the document's key is followed by
 * a number that {@code clear} raises, and each operation reads first.
 */
public final class CouchbaseNearCache extends NearCache implements CouchbaseCacheWriter {

    private static final List<LookupInSpec> EXPIRY =
            List.of(LookupInSpec.get(LookupInMacro.EXPIRY_TIME).xattr());
    /** The cache that calls, which the writer is not told: it computes the prefix of its key just before, on the same thread. */
    private static final ThreadLocal<@Nullable CouchbaseNearCache> calling = new ThreadLocal<>();

    private static final Duration SOON = Duration.ofNanos(1);
    /** The longest key of a document, without the collection's number that goes with it, and without a generation. */
    private static final int MAXIMUM = 220;
    /** Of a document in Couchbase, and its flags. */
    private static final int LARGEST = (20 << 20) + Integer.BYTES;

    private final NearStore store;
    private final CouchbaseClientFactory clients;
    private final CouchbaseCacheWriter writer;
    private final CouchbaseCacheConfiguration configuration;
    private final boolean generations;
    private final String counter;
    /** False once the server, as one for tests, has not told when a document expires: no later than a new one. */
    private volatile boolean tellsExpiry = true;

    /**
     * Creates a cache.
     *
     * @param writer the writer behind
     */
    public CouchbaseNearCache(
            String manager,
            String name,
            boolean afterCommit,
            NearSettings settings,
            NearStore store,
            CouchbaseClientFactory clients,
            CouchbaseCacheWriter writer,
            CouchbaseCacheConfiguration configuration) {
        super(manager, name, afterCommit, settings.ttl(name));
        this.store = store;
        this.clients = clients;
        this.writer = writer;
        this.configuration = configuration;
        this.generations = settings.getCouchbase().getClear() == NearSettings.Clear.GENERATION;
        this.counter = "tuned-cache:generation:" + name;
    }

    /** Spring's writer refuses a scope without a collection. */
    public static boolean isRefused(CouchbaseClientFactory clients, CouchbaseCacheConfiguration configuration) {
        return configuration.getCollectionName() == null
                && !clients.getScope().name().equals(CollectionIdentifier.DEFAULT_SCOPE);
    }

    /** The writer of a manager whose configurations are {@linkplain #known}. */
    public static CouchbaseCacheWriter writer(CouchbaseCacheWriter delegate) {
        return NearWriter.of(CouchbaseCacheWriter.class, (proxy, method, arguments) -> {
            CouchbaseNearCache cache = calling.get();
            calling.remove();
            boolean near = cache != null && cache.isNear((String) arguments[1]);
            return NearWriter.call(near ? cache : delegate, method, arguments);
        });
    }

    /**
     * An equal configuration, whose caches the writer knows when they call.
     *
     * @param caches makes the near cache of a name, once; null: it is not near
     */
    public static CouchbaseCacheConfiguration known(
            CouchbaseCacheConfiguration configuration,
            BiFunction<String, CouchbaseCacheConfiguration, @Nullable CouchbaseNearCache> caches) {
        Map<String, Optional<CouchbaseNearCache>> known = new ConcurrentHashMap<>();
        return configuration.computePrefixWith(cache -> {
            // The application's function may itself use a cache.
            String prefix = configuration.getKeyPrefixFor(cache);
            Optional<CouchbaseNearCache> near = known.get(cache);
            if (near == null) {
                near = known.computeIfAbsent(cache, name -> Optional.ofNullable(caches.apply(name, configuration)));
            }
            calling.set(near.orElse(null));
            return prefix;
        });
    }

    /** A longer key of a document is not near. */
    private boolean isNear(String id) {
        boolean near = id.getBytes(StandardCharsets.UTF_8).length <= MAXIMUM;
        if (!near && generations) {
            throw InvalidArgumentException.fromMessage(
                    "With generations a key has at most " + MAXIMUM + " bytes: " + id);
        }
        return near;
    }

    // Spring's operations

    @Override
    public @Nullable Object get(@Nullable String collection, String id, Transcoder transcoder) {
        return get(collection, id, transcoder, Object.class);
    }

    @Override
    public @Nullable Object get(@Nullable String collection, String id, Transcoder transcoder, Class<?> type) {
        byte[] document = store.get(this, key(id));
        return (document != null) ? CouchbaseDocuments.decode(transcoder, document, type) : null;
    }

    @Override
    public void put(
            @Nullable String collection, String id, Object value, @Nullable Duration expiry, Transcoder transcoder) {
        byte[] document = CouchbaseDocuments.encode(transcoder, value);
        if (document.length > LARGEST) {
            refuseIfTooLarge(id, document, expiry);
        }
        store.put(this, key(id), document, expiry);
    }

    /** What Couchbase refuses is its caller's to know, as without a memory; the client may compress it to less. */
    private void refuseIfTooLarge(String id, byte[] document, @Nullable Duration expiry) {
        try {
            store.changes()
                    .call(
                            () -> {
                                put(key(id), document, expiry);
                                return true;
                            },
                            true,
                            false);
        } catch (ValueTooLargeException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            // Whether it is too large is not known: it becomes an eviction.
        }
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection, String id, Object value, @Nullable Duration expiry, Transcoder transcoder) {
        return putIfAbsent(collection, id, value, expiry, transcoder, Object.class);
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection,
            String id,
            Object value,
            @Nullable Duration expiry,
            Transcoder transcoder,
            Class<?> type) {
        byte[] there = store.putIfAbsent(this, key(id), CouchbaseDocuments.encode(transcoder, value), expiry);
        return (there != null) ? CouchbaseDocuments.decode(transcoder, there, type) : null;
    }

    @Override
    public boolean remove(@Nullable String collection, String id) {
        return store.delete(this, key(id), true);
    }

    @Override
    public long clear(@Nullable String collection, String prefix) {
        return store.delete(this, all(prefix), false) ? 1 : 0;
    }

    // Couchbase

    private Key key(String id) {
        return new Key(bytes(id));
    }

    private byte[] bytes(String id) {
        String collection = configuration.getCollectionName();
        return ((collection != null ? collection : "") + '\0' + id).getBytes(StandardCharsets.UTF_8);
    }

    private Key all(String prefix) {
        return Key.pattern(bytes(prefix + '*'));
    }

    @Override
    Key all() {
        return all(configuration.getKeyPrefixFor(name));
    }

    private static String id(Key key) {
        String text = new String(key.bytes(), StandardCharsets.UTF_8);
        return text.substring(text.indexOf('\0') + 1);
    }

    /** As Spring's writer finds them. */
    private Collection documents() {
        String collection = configuration.getCollectionName();
        return (collection != null)
                ? clients.getScope().collection(collection)
                : clients.getBucket().defaultCollection();
    }

    /** The document's key now. */
    private CompletableFuture<String> current(Key key) {
        return generations
                ? CouchbaseDocuments.count(documents(), counter).thenApply(generation -> id(key) + '@' + generation)
                : CompletableFuture.completedFuture(id(key));
    }

    @Override
    CompletableFuture<byte @Nullable []> read(Key key, BiConsumer<byte[], @Nullable Duration> found) {
        return current(key).thenCompose(id -> {
            // Both are sent together.
            CompletableFuture<byte @Nullable []> read = CouchbaseDocuments.read(documents(), id);
            var unused = rest(id).thenAcceptBoth(read, (rest, document) -> {
                if (document != null) {
                    found.accept(document, rest);
                }
            });
            return read;
        });
    }

    @Override
    boolean readBlocks() {
        return false;
    }

    @Override
    void put(Key key, byte[] document, @Nullable Duration expiry) {
        writer.put(configuration.getCollectionName(), current(key).join(), document, expiry, BYTES);
    }

    @Override
    CompletableFuture<byte @Nullable []> putIfAbsent(Key key, byte[] document, @Nullable Duration expiry) {
        return Guard.now(() -> (byte[]) writer.putIfAbsent(
                configuration.getCollectionName(), current(key).join(), document, expiry, BYTES, byte[].class));
    }

    @Override
    boolean delete(Key key) {
        String collection = configuration.getCollectionName();
        if (!key.isPattern()) {
            return writer.remove(collection, current(key).join());
        }
        return (generations
                        ? CouchbaseDocuments.add(documents(), counter, 1).join()
                        : writer.clear(collection, id(key).substring(0, id(key).length() - 1)))
                > 0;
    }

    @Override
    Duration rest(Key key) {
        return rest(current(key).join()).join();
    }

    private CompletableFuture<Duration> rest(String id) {
        if (!tellsExpiry) {
            return CompletableFuture.completedFuture(asOfANewOne());
        }
        return CouchbaseDocuments.found(documents().async().lookupIn(id, EXPIRY))
                .thenApply(answer -> {
                    if (answer == null) {
                        return GONE;
                    }
                    if (!answer.exists(0)) {
                        tellsExpiry = false;
                        return asOfANewOne();
                    }
                    long second = answer.contentAs(0, Long.class);
                    return (second == 0)
                            ? Duration.ZERO
                            : Duration.between(Instant.now(), Instant.ofEpochSecond(second));
                });
    }

    private Duration asOfANewOne() {
        return Optional.ofNullable(configuration.getExpiry()).orElse(Duration.ZERO);
    }

    /** Couchbase's seconds end when its clock's do: up to one earlier than expected. */
    @Override
    long nanos(@Nullable Duration rest) {
        return super.nanos(rest == null || rest.isZero() ? rest : Collections.max(List.of(rest.minusSeconds(1), SOON)));
    }
}
