/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import com.couchbase.mock.Bucket;
import com.couchbase.mock.BucketAlreadyExistsException;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;

/**
 * A Couchbase inside this JVM that speaks the key-value protocol on 127.0.0.1 only and holds the sample products.
 *
 * <p>{@code CouchbaseMock.start()} is not called on purpose: it opens an HTTP port on all interfaces. Without that port the
 * client's {@code waitUntilReady} never succeeds, so callers retry a key-value operation instead. The user name is the
 * bucket's name.
 */
final class EmbeddedCouchbase implements AutoCloseable {

    private final CouchbaseMock mock;
    private final Bucket bucket;
    private final Map<CommandCode, LongAdder> commands = new ConcurrentHashMap<>();

    private EmbeddedCouchbase(CouchbaseMock mock, Bucket bucket) {
        this.mock = mock;
        this.bucket = bucket;
    }

    /**
     * Starts a server and loads the sample products.
     *
     * @param bucket the bucket's name and its user's name
     * @param password the bucket's password
     * @param port the port to listen on, or 0 for a free one
     * @throws IOException when the port cannot be opened
     */
    static EmbeddedCouchbase start(String bucket, String password, int port) throws IOException {
        BucketConfiguration configuration = new BucketConfiguration();
        configuration.name = bucket;
        configuration.password = password;
        configuration.hostname = "127.0.0.1";
        configuration.bucketStartPort = port;
        configuration.numNodes = 1;
        configuration.numReplicas = 0;
        configuration.numVBuckets = 64;
        configuration.type = Bucket.BucketType.COUCHBASE;
        CouchbaseMock mock = new CouchbaseMock(0, List.of());
        try {
            mock.createBucket(configuration);
        } catch (BucketAlreadyExistsException e) {
            throw new IllegalStateException("A new server has no buckets", e);
        }
        EmbeddedCouchbase couchbase = new EmbeddedCouchbase(
                mock, Objects.requireNonNull(mock.getBuckets().get(bucket)));
        for (MemcachedServer server : couchbase.bucket.getServers()) {
            couchbase.countCommandsOf(server);
            server.setCccpEnabled(true);
        }
        couchbase.loadSamples();
        return couchbase;
    }

    String connectionString() {
        return "couchbase://127.0.0.1:" + port();
    }

    int port() {
        return bucket.getServers()[0].getPort();
    }

    /**
     * Writes products with the ids {@code prefix-1} to {@code prefix-count}, which have the time in milliseconds since 1970
     * as their name. That is no command of a client and is not counted.
     */
    void write(String prefix, int count) {
        for (int number = 1; number <= count; number++) {
            String id = prefix + "-" + number;
            bucket.storeItem(
                    ProductStore.key(id), Samples.json(number, id, String.valueOf(System.currentTimeMillis())));
        }
    }

    /** Commands received from clients since the start, by name; loading the samples is not among them. */
    Map<String, Long> commands() {
        Map<String, Long> counts = new TreeMap<>();
        commands.forEach((code, count) -> counts.put(code.name(), count.sum()));
        return counts;
    }

    @Override
    public void close() throws IOException {
        mock.removeBucket(bucket.getName());
    }

    private void loadSamples() {
        for (int number = 1; number <= Samples.COUNT; number++) {
            bucket.storeItem(ProductStore.key(String.valueOf(number)), Samples.json(number));
        }
    }

    /**
     * The server's own command log is an unsynchronised list without a bound. Every command passes its fault injector, so
     * one that only counts stands there instead; the field has no setter.
     */
    private void countCommandsOf(MemcachedServer server) {
        try {
            Field failMaker = MemcachedServer.class.getDeclaredField("failmaker");
            failMaker.setAccessible(true);
            failMaker.set(server, server.new FailMaker() {
                @Override
                public ErrorCode getFailCode(CommandCode code) {
                    commands.computeIfAbsent(code, ignored -> new LongAdder()).increment();
                    return super.getFailCode(code);
                }
            });
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of CouchbaseMock cannot count its commands", e);
        }
    }
}
