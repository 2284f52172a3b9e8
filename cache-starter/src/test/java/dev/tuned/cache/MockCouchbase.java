/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.couchbase.mock.Bucket.BucketType;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;

/** A Couchbase inside this JVM that listens on loopback only and counts the commands it gets. */
public final class MockCouchbase implements Store, AutoCloseable {

    public static final String BUCKET = "cache";
    public static final String PASSWORD = "secret";

    private final CouchbaseMock mock;
    private final MemcachedServer server;
    private final int port;

    public MockCouchbase() {
        BucketConfiguration bucket = new BucketConfiguration();
        bucket.name = BUCKET;
        bucket.password = PASSWORD;
        bucket.hostname = "127.0.0.1";
        bucket.numNodes = 1;
        bucket.numReplicas = 0;
        bucket.numVBuckets = 64;
        bucket.type = BucketType.COUCHBASE;
        try {
            this.mock = new CouchbaseMock(0, List.of());
            mock.createBucket(bucket);
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
        this.server = mock.getBuckets().get(BUCKET).getServers()[0];
        server.setCccpEnabled(true);
        this.port = mock.getCarrierPort(BUCKET);
        server.startLog();
    }

    public int port() {
        return port;
    }

    @Override
    public List<String> properties() {
        return List.of(
                "spring.cache.type=couchbase",
                "spring.couchbase.connection-string=couchbase://127.0.0.1:" + port(),
                "spring.couchbase.username=" + BUCKET,
                "spring.couchbase.password=" + PASSWORD,
                "spring.data.couchbase.bucket-name=" + BUCKET,
                "tuned.cache.couchbase.clear=generation");
    }

    @Override
    public Class<?> configuration() {
        return NearApplication.Couchbase.class;
    }

    @Override
    public boolean hasFutures() {
        return false;
    }

    @Override
    public void clear() {
        server.flushAll();
    }

    /** Answers nothing, or answers this much later, with all connections open. */
    public void answerAfter(Duration time) {
        server.setHiccup((int) time.toMillis(), 0);
    }

    /** Closes all connections and takes no new ones. */
    public void leave() {
        server.shutdown();
    }

    /** Takes connections again. */
    public void comeBack() {
        server.startup();
    }

    /** Commands of one kind since the start. */
    public long count(CommandCode command) {
        // The log is no list for two threads: its end may not be there yet.
        return new ArrayList<>(server.getLogs())
                .stream()
                        .filter(entry -> entry != null && entry.getOpcode() == command.cc())
                        .count();
    }

    /** Lets the next commands of one kind fail, or every one where the count is negative. */
    public void fail(ErrorCode error, CommandCode command, int count) {
        server.updateFailMakerContext(error, count, command);
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
