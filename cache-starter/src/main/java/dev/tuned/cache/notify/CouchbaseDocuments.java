/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.msg.kv.CodecFlags;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.Transcoder;
import org.jspecify.annotations.Nullable;

import static com.couchbase.client.java.kv.GetOptions.getOptions;
import static com.couchbase.client.java.kv.IncrementOptions.incrementOptions;

/** Documents of Couchbase as bytes: four with the flags that say who can read it, then its own. */
public final class CouchbaseDocuments {

    /** Hands such bytes through. */
    public static final Transcoder BYTES = new Transcoder() {

        @Override
        public EncodedValue encode(Object document) {
            byte[] bytes = (byte[]) document;
            return new EncodedValue(
                    Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length),
                    ByteBuffer.wrap(bytes).getInt());
        }

        @Override
        public <T> T decode(Class<T> target, byte[] content, int flags) {
            return target.cast(bytes(content, flags));
        }
    };

    private CouchbaseDocuments() {}

    /** What a transcoder made of a value. */
    public static byte[] encode(Transcoder transcoder, Object value) {
        Transcoder.EncodedValue encoded = transcoder.encode(value);
        return bytes(encoded.encoded(), encoded.flags());
    }

    /** The value that a transcoder makes of it. */
    public static <T> T decode(Transcoder transcoder, byte[] document, Class<T> type) {
        Transcoder.EncodedValue encoded = BYTES.encode(document);
        return transcoder.decode(type, encoded.encoded(), encoded.flags());
    }

    static byte[] binary(byte[] content) {
        return bytes(content, CodecFlags.BINARY_COMPAT_FLAGS);
    }

    private static byte[] bytes(byte[] content, int flags) {
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(flags)
                .put(content)
                .array();
    }

    /** Reads a document; null: there is none. */
    public static CompletableFuture<byte @Nullable []> read(Collection documents, String id) {
        return found(documents.async().get(id, getOptions().transcoder(BYTES)))
                .thenApply(found -> (found != null) ? found.contentAs(byte[].class) : null);
    }

    /** An answer; null: there is no such document. */
    public static <T> CompletableFuture<@Nullable T> found(CompletableFuture<T> answer) {
        return answer.<@Nullable T>handle((value, failure) -> {
            Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
            if (cause != null && !(cause instanceof DocumentNotFoundException)) {
                throw new CompletionException(cause);
            }
            return value;
        });
    }

    /** Adds to a counter. A new one begins with the time in microseconds, which is ahead of every number before. */
    public static CompletableFuture<Long> add(Collection documents, String counter, long delta) {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        return documents
                .async()
                .binary()
                .increment(counter, incrementOptions().delta(delta).initial(now))
                .thenApply(added -> added.content());
    }

    /** Reads a counter, which is made if there is none. */
    public static CompletableFuture<Long> count(Collection documents, String counter) {
        return read(documents, counter)
                .thenCompose(text -> (text == null)
                        ? add(documents, counter, 0)
                        : CompletableFuture.completedFuture(Long.parseLong(
                                new String(BYTES.encode(text).encoded(), StandardCharsets.US_ASCII).trim())));
    }
}
