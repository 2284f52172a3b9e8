/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.java.Cluster;
import com.couchbase.mock.Bucket.BucketType;
import com.couchbase.mock.BucketAlreadyExistsException;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;
import com.couchbase.mock.memcached.protocol.CommandCode;

/** A Couchbase in this JVM on a loopback socket, and a connection to it: its work is part of what is measured. */
public final class LoopbackCouchbase implements AutoCloseable {

    public static final String BUCKET = "cache";

    private final CouchbaseMock mock = new CouchbaseMock(0, List.of());
    private final MemcachedServer server;
    private final Cluster cluster;

    public LoopbackCouchbase() throws IOException, BucketAlreadyExistsException {
        BucketConfiguration bucket = new BucketConfiguration();
        bucket.name = BUCKET;
        bucket.password = "secret";
        bucket.hostname = "127.0.0.1";
        bucket.numNodes = 1;
        bucket.numReplicas = 0;
        bucket.numVBuckets = 64;
        bucket.type = BucketType.COUCHBASE;
        mock.createBucket(bucket);
        server = mock.getBuckets().get(BUCKET).getServers()[0];
        server.setCccpEnabled(true);
        cluster = Cluster.connect("couchbase://127.0.0.1:" + mock.getCarrierPort(BUCKET), BUCKET, "secret");
        awaitFirstAnswer();
    }

    public Cluster cluster() {
        return cluster;
    }

    /** Starts to write down the commands that arrive. */
    public void startLog() {
        server.startLog();
    }

    /** Commands of one kind since the log was started; to be asked when hardly any arrive. */
    public long count(CommandCode command) {
        // The log is no list for two threads: its end may not be there yet.
        return new ArrayList<>(server.getLogs())
                .stream()
                        .filter(entry -> entry != null && entry.getOpcode() == command.cc())
                        .count();
    }

    private void awaitFirstAnswer() {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                cluster.bucket(BUCKET).defaultCollection().upsert("ready", "yes");
                return;
            } catch (CouchbaseException | IllegalStateException ex) {
                if (System.nanoTime() > deadline) {
                    throw ex;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        cluster.disconnect();
        mock.removeBucket(BUCKET);
    }
}
