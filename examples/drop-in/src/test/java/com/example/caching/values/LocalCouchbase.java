/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.kv.UpsertOptions;
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
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
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

    /** An application's arguments with its properties; those of another one, before a restart, are gone. */
    public String[] arguments(String... others) {
        return Stream.concat(
                        Stream.of(others)
                                .filter(argument -> properties().stream()
                                        .noneMatch(own -> argument.startsWith(own.substring(0, own.indexOf('=') + 1)))),
                        properties().stream())
                .toArray(String[]::new);
    }

    /** Until the client of an application gets an answer. */
    public static void await(Cluster cluster) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            try {
                cluster.bucket(BUCKET)
                        .defaultCollection()
                        .upsert("ready", "yes", UpsertOptions.upsertOptions().timeout(Duration.ofSeconds(2)));
                return;
            } catch (RuntimeException ex) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new IllegalStateException("Couchbase does not answer");
    }

    @Override
    public void close() {
        try {
            mock.removeBucket(BUCKET);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
