/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.io.CollectionIdentifier;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.Transcoder;
import com.couchbase.client.java.codec.Transcoder.EncodedValue;
import com.couchbase.client.java.kv.LookupInMacro;
import com.couchbase.client.java.kv.LookupInSpec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;

import dev.tuned.cache.notify.Key;

import static com.couchbase.client.java.kv.GetOptions.getOptions;

/**
 * Couchbase, as a client factory reaches it. A key's bytes are those of its collection, a zero, and those of the document's key; a value's
 * are four with the document's flags, and the document. Thread-safe.
 */
public final class CouchbaseClient {

    /** Hands the bytes through: the application's transcoder is called by whoever has the value. */
    public static final Transcoder BYTES = new Transcoder() {

        @Override
        public EncodedValue encode(Object value) {
            ByteBuffer in = ByteBuffer.wrap((byte[]) value);
            int flags = in.getInt();
            byte[] document = new byte[in.remaining()];
            in.get(document);
            return new EncodedValue(document, flags);
        }

        @Override
        public <T> T decode(Class<T> target, byte[] document, int flags) {
            return target.cast(bytes(new EncodedValue(document, flags)));
        }
    };

    private final CouchbaseClientFactory clients;

    /** Creates it; nothing is connected. */
    public CouchbaseClient(CouchbaseClientFactory clients) {
        this.clients = clients;
    }

    /** The bytes of a document that a transcoder made. */
    public static byte[] bytes(EncodedValue document) {
        return ByteBuffer.allocate(Integer.BYTES + document.encoded().length)
                .putInt(document.flags())
                .put(document.encoded())
                .array();
    }

    /** A document as a transcoder reads it. */
    public static <T> T decode(byte[] bytes, Transcoder transcoder, Class<T> type) {
        return transcoder.decode(
                type,
                Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length),
                ByteBuffer.wrap(bytes).getInt());
    }

    /** The key of a document. */
    public static Key key(@Nullable String collection, String id) {
        return new Key(keyBytes(collection, id));
    }

    /** All documents whose keys begin so. */
    public static Key prefix(@Nullable String collection, String prefix) {
        return Key.pattern(keyBytes(collection, prefix));
    }

    private static byte[] keyBytes(@Nullable String collection, String id) {
        return ((collection == null ? "" : collection) + '\0' + id).getBytes(StandardCharsets.UTF_8);
    }

    private static String id(Key key) {
        String text = new String(key.bytes(), StandardCharsets.UTF_8);
        return text.substring(text.indexOf('\0') + 1);
    }

    /** The documents that a writer writes into a collection. */
    public FarCache cache(CouchbaseCacheWriter writer, @Nullable String collection) {
        return new Documents(writer, collection);
    }

    private final class Documents implements FarCache {

        private final CouchbaseCacheWriter writer;
        private final @Nullable String collection;

        Documents(CouchbaseCacheWriter writer, @Nullable String collection) {
            this.writer = writer;
            this.collection = collection;
        }

        /** As Spring's writer does. */
        private Collection documents() {
            return collection == null
                    ? clients.getBucket().defaultCollection()
                    : clients.getScope().collection(collection);
        }

        /** Spring's writer refuses a scope without a collection. */
        @Override
        public boolean isAsync() {
            return collection != null || clients.getScope().name().equals(CollectionIdentifier.DEFAULT_SCOPE);
        }

        @Override
        public byte @Nullable [] get(Key key) {
            return (byte[]) writer.get(collection, id(key), BYTES, byte[].class);
        }

        @Override
        public CompletableFuture<byte @Nullable []> getAsync(Key key) {
            return documents()
                    .async()
                    .get(id(key), getOptions().transcoder(BYTES))
                    .handle((found, failure) -> {
                        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                        if (cause instanceof DocumentNotFoundException) {
                            return null;
                        }
                        if (cause != null) {
                            throw new CompletionException(cause);
                        }
                        return found.contentAs(byte[].class);
                    });
        }

        @Override
        public byte @Nullable [] putIfAbsent(Key key, byte[] value, @Nullable Duration ttl) {
            return (byte[]) writer.putIfAbsent(collection, id(key), value, ttl, BYTES, byte[].class);
        }

        @Override
        public boolean delete(Key key) {
            return key.isPattern() ? writer.clear(collection, id(key)) > 0 : writer.remove(collection, id(key));
        }

        @Override
        public @Nullable Duration rest(Key key) {
            try {
                long seconds = documents()
                        .lookupIn(
                                id(key),
                                List.of(LookupInSpec.get(LookupInMacro.EXPIRY_TIME)
                                        .xattr()))
                        .contentAs(0, Long.class);
                return seconds == 0 ? Duration.ZERO : Duration.between(Instant.now(), Instant.ofEpochSecond(seconds));
            } catch (DocumentNotFoundException ex) {
                return null;
            }
        }
    }
}
