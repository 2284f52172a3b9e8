/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

import com.couchbase.mock.Bucket;
import com.couchbase.mock.BucketAlreadyExistsException;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;

/**
 * A Couchbase inside this JVM that speaks the key-value protocol on 127.0.0.1 only and holds the sample products.
 *
 * <p>It does not call {@code CouchbaseMock.start()}, which opens an HTTP port on all interfaces. Without that port the
 * client's {@code waitUntilReady} never succeeds, so callers retry a key-value operation instead. The user name is the
 * bucket's name.
 */
public final class EmbeddedCouchbase implements AutoCloseable {

    private final CouchbaseMock mock;
    private final Bucket bucket;

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
    public static EmbeddedCouchbase start(String bucket, String password, int port) throws IOException {
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
        } catch (BucketAlreadyExistsException ex) {
            throw new IllegalStateException("A new server has no buckets", ex);
        }
        EmbeddedCouchbase couchbase = new EmbeddedCouchbase(
                mock, Objects.requireNonNull(mock.getBuckets().get(bucket)));
        for (MemcachedServer server : couchbase.bucket.getServers()) {
            server.setCccpEnabled(true);
        }
        couchbase.loadSamples();
        return couchbase;
    }

    /** The port that it listens on. */
    public int port() {
        return bucket.getServers()[0].getPort();
    }

    /**
     * Writes products with the ids {@code prefix-1} to {@code prefix-count}, which have the time in milliseconds since
     * 1970 as their name. They pass no wire and are not counted.
     */
    public void write(String prefix, int count) {
        for (int number = 1; number <= count; number++) {
            String id = prefix + "-" + number;
            bucket.storeItem(Samples.key(id), Samples.json(number, id, String.valueOf(System.currentTimeMillis())));
        }
    }

    private void loadSamples() {
        for (int number = 1; number <= Samples.COUNT; number++) {
            bucket.storeItem(Samples.key(String.valueOf(number)), Samples.json(number));
        }
    }

    @Override
    public void close() throws IOException {
        mock.removeBucket(bucket.getName());
    }
}
