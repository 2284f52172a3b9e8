/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;

import com.couchbase.client.core.error.FeatureNotAvailableException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;
import com.github.benmanes.caffeine.cache.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.MockCouchbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The operations on a server's real protocol, and what is told when it does not take them. */
class CouchbaseStoreIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration EXPIRY = Duration.ofMinutes(1);
    private static final byte[] ONE = "1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TWO = "2".getBytes(StandardCharsets.UTF_8);

    private static MockCouchbase couchbase;
    private static Cluster cluster;
    private static CouchbaseStore store;

    @BeforeAll
    static void connect() {
        couchbase = new MockCouchbase();
        cluster = connect(MockCouchbase.BUCKET, MockCouchbase.PASSWORD);
        store = store(cluster, MockCouchbase.BUCKET, DurabilityLevel.NONE);
        await().ignoreExceptions().until(() -> store.get("x", TIMEOUT).join() == null);
    }

    @AfterAll
    static void disconnect() {
        cluster.disconnect();
        couchbase.close();
    }

    @Test
    void conditionsThatDoNotHoldAreAnswersAndNoFailures() {
        assertThat(store.get("a", TIMEOUT).join()).isNull();
        long first = store.insert("a", ONE, EXPIRY, TIMEOUT).join();
        assertThat(first).isNotEqualTo(L2Store.NO_CAS);
        assertThat(store.insert("a", TWO, EXPIRY, TIMEOUT).join()).isEqualTo(L2Store.NO_CAS);
        long second = store.replace("a", TWO, EXPIRY, first, TIMEOUT).join();
        assertThat(second).isNotIn(L2Store.NO_CAS, first);
        assertThat(store.replace("a", ONE, EXPIRY, first, TIMEOUT).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(store.replace("none", ONE, EXPIRY, first, TIMEOUT).join()).isEqualTo(L2Store.NO_CAS);
        StoredDocument document = store.get("a", TIMEOUT).join();
        assertThat(document.cas()).isEqualTo(second);
        assertThat(document.content()).isEqualTo(TWO);
        long third = store.put("a", ONE, L2Store.NO_EXPIRY, TIMEOUT).join();
        assertThat(third).isNotIn(L2Store.NO_CAS, second);
        store.put("a", ONE, EXPIRY, TIMEOUT).join();
    }

    @Test
    void counterStartsAtItsInitialValueAndAddingNothingReadsIt() {
        assertThat(store.add("count", 0, 5, TIMEOUT).join()).isEqualTo(5);
        assertThat(store.add("count", 2, 5, TIMEOUT).join()).isEqualTo(7);
        assertThat(store.add("count", 0, 0, TIMEOUT).join()).isEqualTo(7);
    }

    @Test
    void temporaryFailureIsNotRetriedWhileACallerWaits() {
        couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.GET, 1);
        long before = couchbase.count(CommandCode.GET);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> store.get("x", TIMEOUT).join())
                .satisfies(thrown -> assertThat(CouchbaseFailures.summary(Failures.cause(thrown)))
                        .startsWith("RequestCanceledException: ")
                        .endsWith("[KV_TEMPORARY_FAILURE]"));
        assertThat(store.get("x", TIMEOUT).join()).isNull();
        assertThat(couchbase.count(CommandCode.GET) - before).isEqualTo(2);
    }

    @Test
    void valueAboveTheServersLimitIsAnAnswer() {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() ->
                        store.put("big", new byte[21 << 20], EXPIRY, TIMEOUT).join())
                .withCauseInstanceOf(ValueTooLargeException.class)
                .satisfies(thrown ->
                        assertThat(CouchbaseFailures.kind(thrown.getCause())).isEqualTo(FailureKind.TOO_LARGE));
    }

    @Test
    void durabilityGoesWithEveryWriteAndWithNoRead() {
        CouchbaseStore durable = store(cluster, MockCouchbase.BUCKET, DurabilityLevel.MAJORITY);
        assertThat(durable.get("x", TIMEOUT).join()).isNull();
        assertThat(durable.add("read", 0, 1, TIMEOUT).join()).isEqualTo(1);
        for (var write : new java.util.concurrent.CompletableFuture<?>[] {
            durable.put("d", ONE, EXPIRY, TIMEOUT),
            durable.insert("d", ONE, EXPIRY, TIMEOUT),
            durable.replace("d", ONE, EXPIRY, 1, TIMEOUT),
            durable.add("d", 1, 1, TIMEOUT)
        }) {
            // CouchbaseMock has no durability, which the client says before it sends anything.
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(write::join)
                    .withCauseInstanceOf(FeatureNotAvailableException.class)
                    .satisfies(thrown -> assertThat(CouchbaseFailures.summary(thrown.getCause()))
                            .contains("check tuned.cache.couchbase.durability"));
        }
    }

    @Test
    void wrongPasswordIsToldByThePropertyToCheck() {
        assertTold("wrong", MockCouchbase.BUCKET, "check spring.couchbase.username, spring.couchbase.password");
    }

    @Test
    void unknownBucketIsToldByThePropertyToCheck() {
        assertTold(MockCouchbase.PASSWORD, "unknown", "tuned.cache.couchbase.bucket");
    }

    private static void assertTold(String password, String bucket, String hint) {
        try (Cluster other = connect(MockCouchbase.BUCKET, password)) {
            MonitoredStore monitored = new MonitoredStore(
                    store(other, bucket, DurabilityLevel.NONE),
                    new BreakerSettings(),
                    "x",
                    java.util.List.of(),
                    Ticker.systemTicker());
            await().untilAsserted(() -> {
                var unused = monitored.get("x", Duration.ofMillis(250)).exceptionally(error -> null);
                assertThat(monitored.state().lastError()).contains(hint);
            });
        }
    }

    private static Cluster connect(String user, String password) {
        return Cluster.connect("couchbase://127.0.0.1:" + couchbase.port(), user, password);
    }

    private static CouchbaseStore store(Cluster cluster, String bucket, DurabilityLevel durability) {
        return new CouchbaseStore(() -> cluster.async().bucket(bucket).defaultCollection(), durability);
    }
}
