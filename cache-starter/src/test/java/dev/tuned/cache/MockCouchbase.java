/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.couchbase.mock.Bucket;
import com.couchbase.mock.Bucket.BucketType;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import com.couchbase.mock.memcached.MemcachedServer;
import com.couchbase.mock.memcached.Storage.StorageType;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;
import org.springframework.test.util.ReflectionTestUtils;

/** A Couchbase inside this JVM that listens on loopback only and counts the commands it gets. */
public final class MockCouchbase implements Store, AutoCloseable {

    public static final String BUCKET = "cache";
    public static final String PASSWORD = "secret";

    private final CouchbaseMock mock;
    private final Bucket cluster;
    private final List<MemcachedServer> nodes;

    public MockCouchbase() {
        this(1);
    }

    /** A cluster of one or two nodes, without replicas. */
    public MockCouchbase(int nodes) {
        BucketConfiguration bucket = new BucketConfiguration();
        bucket.name = BUCKET;
        bucket.password = PASSWORD;
        bucket.hostname = "127.0.0.1";
        bucket.numNodes = nodes;
        bucket.numReplicas = 0;
        bucket.numVBuckets = 64;
        bucket.type = BucketType.COUCHBASE;
        try {
            this.mock = new CouchbaseMock(0, List.of());
            mock.createBucket(bucket);
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
        this.cluster = mock.getBuckets().get(BUCKET);
        this.nodes = List.of(cluster.getServers());
        if (nodes > 1) {
            // The client tells nodes apart by their names.
            ReflectionTestUtils.setField(this.nodes.get(1), "hostname", "localhost");
        }
        for (MemcachedServer node : this.nodes) {
            node.setCccpEnabled(true);
            node.startLog();
        }
    }

    public int port() {
        return nodes.get(0).getPort();
    }

    /** Where clients that are started from now on find the first node. */
    public void setPort(int port) {
        ReflectionTestUtils.setField(nodes.get(0), "port", port);
    }

    /** The keys of all documents but those of the channel. */
    public Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        cluster.getMasterItems(StorageType.CACHE).forEach(item -> keys.add(item.getKeySpec().key));
        keys.removeIf(key -> key.startsWith("tuned-cache"));
        return keys;
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
        nodes.get(0).flushAll();
    }

    /** Answers nothing, or answers this much later, with all connections open. */
    public void answerAfter(Duration time) {
        nodes.forEach(node -> node.setHiccup((int) time.toMillis(), 0));
    }

    /** Closes all connections and takes no new ones. */
    public void leave() {
        nodes.forEach(MemcachedServer::shutdown);
    }

    /** Takes connections again. */
    public void comeBack() {
        nodes.forEach(MemcachedServer::startup);
    }

    /** The last node ends; a while later the others have its part of the keys, but not its documents. */
    public void lastNodeLeaves(Duration noticedAfter) {
        int last = nodes.size() - 1;
        nodes.get(last).shutdown();
        try {
            Thread.sleep(noticedAfter.toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
        cluster.failover(last, true);
    }

    /** The last node takes part again, empty at first. */
    public void lastNodeComesBack() {
        int last = nodes.size() - 1;
        nodes.get(last).flushNode();
        cluster.respawn(last);
    }

    /** Commands of one kind since the start. */
    public long count(CommandCode command) {
        // The log is no list for two threads: its end may not be there yet.
        return nodes.stream()
                .flatMap(node -> new ArrayList<>(node.getLogs()).stream())
                .filter(entry -> entry != null && entry.getOpcode() == command.cc())
                .count();
    }

    /** Lets the next commands of one kind fail, or every one where the count is negative. */
    public void fail(ErrorCode error, CommandCode command, int count) {
        nodes.forEach(node -> node.updateFailMakerContext(error, count, command));
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
