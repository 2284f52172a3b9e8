/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.io.IOException;
import java.time.Duration;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.ChaosProxy;
import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** L2 of a region through Couchbase's own client, over a connection that fails and one that does not. */
@ExtendWith(OutputCaptureExtension.class)
class RemoteCacheIT {

    private static final Product OLD = new Product("1", 1);
    private static final Product NEW = new Product("1", 2);
    /** An answer that a busy machine holds up is no outage. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static MockCouchbase couchbase;
    private static ChaosProxy proxy;
    private static Cluster direct;
    private static Cluster shaky;
    private static Collection documents;
    private static L2Store store;

    @BeforeAll
    static void connect() throws IOException {
        couchbase = new MockCouchbase();
        proxy = new ChaosProxy(couchbase.port());
        direct = connect(couchbase.port());
        shaky = connect(proxy.port());
        documents = direct.bucket(MockCouchbase.BUCKET).defaultCollection();
        store = store(direct);
        await().ignoreExceptions().until(() -> store.get("x", PATIENCE).join() == null);
        await().ignoreExceptions().until(() -> store(shaky).get("x", PATIENCE).join() == null);
    }

    @AfterAll
    static void disconnect() throws IOException {
        shaky.disconnect();
        direct.disconnect();
        proxy.close();
        couchbase.close();
    }

    private static Cluster connect(int port) {
        // The client tries to reconnect for as long as its connect timeout.
        return Cluster.connect(
                "couchbase://127.0.0.1:" + port,
                ClusterOptions.clusterOptions(MockCouchbase.BUCKET, MockCouchbase.PASSWORD)
                        .environment(environment ->
                                environment.timeoutConfig(timeouts -> timeouts.connectTimeout(Duration.ofSeconds(1)))));
    }

    private static L2Store store(Cluster cluster) {
        return new CouchbaseStore(
                () -> cluster.async().bucket(MockCouchbase.BUCKET).defaultCollection(), DurabilityLevel.NONE);
    }

    private static RegionSettings settings(Duration hardTimeout) {
        RegionSettings.L2 l2 = Settings.plain().getL2();
        return Settings.with(Settings.plain(), Settings.l2(true, l2.getTtl(), l2.getSoftTimeout(), hardTimeout));
    }

    private static RemoteNode node() {
        return new RemoteNode(store, settings(PATIENCE));
    }

    private static byte[] content(String id) {
        return documents
                .get(id, GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE))
                .contentAs(byte[].class);
    }

    @Test
    void removalDuringAnOutageWinsHereAtOnceAndElsewhereWhenItIsOver() throws IOException {
        try (RemoteNode here = new RemoteNode(store(shaky), settings(Duration.ofSeconds(1)));
                RemoteNode elsewhere = node()) {
            untilInL2(here, "outage");
            here.late.clear();
            proxy.refuse();
            assertThat(here.tier.remove("outage").join()).isFalse();
            assertThat(here.tier.replace("changed", NEW).join()).isEqualTo(L2Store.NO_CAS);
            assertThat(here.outcome("outage")).isEqualTo(Outcome.ABSENT);
            assertThat(here.outcome("changed")).isEqualTo(Outcome.UNAVAILABLE);
            assertThat(elsewhere.value("outage")).isEqualTo(OLD);
            proxy.restore();
            await().until(() -> here.late.contains("outage") && here.late.contains("changed"));
            assertThat(elsewhere.outcome("outage")).isEqualTo(Outcome.ABSENT);
            assertThat(content("cache:products:g" + generation() + ":outage")).isEqualTo(Tombstone.content());
            await().until(() ->
                    here.tier.keep("outage", NEW, here.read("outage")).join() != L2Store.NO_CAS);
            assertThat(elsewhere.value("outage")).isEqualTo(NEW);
        } finally {
            proxy.restore();
        }
    }

    @Test
    void clearDuringAnOutageWinsHereAtOnceAndElsewhereWhenItIsOver() throws IOException {
        try (RemoteNode here = new RemoteNode(store(shaky), settings(Duration.ofSeconds(1)));
                RemoteNode elsewhere = node()) {
            untilInL2(here, "cleared");
            here.late.clear();
            proxy.refuse();
            assertThat(here.tier.clear().join()).isFalse();
            assertThat(here.outcome("cleared")).isEqualTo(Outcome.UNAVAILABLE);
            proxy.restore();
            await().until(() -> here.late.contains("*"));
            await().until(() -> here.outcome("cleared") == Outcome.ABSENT);
            elsewhere.tier.clearedElsewhere();
            assertThat(elsewhere.outcome("cleared")).isEqualTo(Outcome.ABSENT);
        } finally {
            proxy.restore();
        }
    }

    /** On a busy machine a write may come too late to count. */
    private static void untilInL2(RemoteNode node, String key) {
        await().until(() -> node.tier.replace(key, OLD).join() != L2Store.NO_CAS && OLD.equals(node.value(key)));
    }

    private static long generation() {
        return store.add("cache:products:generation", 0, 0, PATIENCE).join();
    }

    @Test
    void valueOfAMegabyteComesBack() {
        Product large = new Product("x".repeat(1024 * 1024), 1);
        try (RemoteNode node = node()) {
            assertThat(node.tier.keep("large", large, node.read("large")).join())
                    .isNotEqualTo(L2Store.NO_CAS);
            assertThat(node.value("large")).isEqualTo(large);
        }
    }

    @Test
    void valueAboveTheLimitIsToldOnceAndTakesNothingOldForGranted(CapturedOutput output) {
        Product tooLarge = new Product("x".repeat(ValueCodec.MAX_BYTES), 1);
        try (RemoteNode node = node()) {
            node.tier.replace("limit", OLD).join();
            assertThat(node.tier.keep("limit2", tooLarge, node.read("limit2")).join())
                    .isEqualTo(L2Store.NO_CAS);
            assertThat(node.tier.replace("limit", tooLarge).join()).isEqualTo(L2Store.NO_CAS);
            assertThat(node.outcome("limit")).isEqualTo(Outcome.ABSENT);
            assertThat(node.outcome("limit2")).isEqualTo(Outcome.ABSENT);
        }
        assertThat(output)
                .containsOnlyOnce("Cache region 'products': a value is larger than Couchbase takes")
                .contains("tuned.cache.regions.products.l2.enabled=false");
    }
}
