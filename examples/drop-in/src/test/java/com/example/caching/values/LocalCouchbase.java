/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.couchbase.mock.Bucket.BucketType;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;

/** A Couchbase in this process, on loopback. It stays silent until it is released. */
public class LocalCouchbase implements AutoCloseable {

    public static final String BUCKET = "cache";

    private final CouchbaseMock mock;

    public LocalCouchbase() {
        BucketConfiguration bucket = new BucketConfiguration();
        bucket.name = BUCKET;
        bucket.password = "secret";
        bucket.hostname = "127.0.0.1";
        bucket.numNodes = 1;
        bucket.numReplicas = 0;
        bucket.numVBuckets = 64;
        bucket.type = BucketType.COUCHBASE;
        try {
            mock = new CouchbaseMock(0, List.of());
            mock.createBucket(bucket);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        server().setCccpEnabled(true);
        server().shutdown();
    }

    private MemcachedServer server() {
        return mock.getBuckets().get(BUCKET).getServers()[0];
    }

    public void answer() {
        server().startup();
    }

    public List<String> properties() {
        return List.of(
                "--spring.couchbase.connection-string=couchbase://127.0.0.1:" + server().getPort(),
                "--spring.couchbase.username=" + BUCKET,
                "--spring.couchbase.password=secret",
                "--tuned.cache.couchbase.bucket=" + BUCKET,
                "--tuned.cache.key-prefix=values");
    }

    @Override
    public void close() {
        try {
            mock.removeBucket(BUCKET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
