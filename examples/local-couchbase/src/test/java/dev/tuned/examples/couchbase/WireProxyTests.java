/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.TimeoutException;
import com.couchbase.client.core.service.ServiceType;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.diagnostics.PingOptions;
import com.couchbase.client.java.kv.GetOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class WireProxyTests {

    private static EmbeddedCouchbase couchbase;
    private static WireProxy wire;
    private static Cluster cluster;
    private static Collection products;

    @BeforeAll
    static void connect() throws IOException {
        couchbase = EmbeddedCouchbase.start("catalog", "catalog", 0);
        wire = WireProxy.open(0, couchbase.port());
        cluster = Cluster.connect(
                wire.connectionString(),
                ClusterOptions.clusterOptions("catalog", "catalog")
                        .environment(environment ->
                                environment.timeoutConfig(timeouts -> timeouts.connectTimeout(Duration.ofSeconds(2)))));
        products = cluster.bucket("catalog").defaultCollection();
        awaitAnswer();
    }

    @AfterAll
    static void close() throws IOException {
        cluster.close();
        wire.close();
        couchbase.close();
    }

    private static void awaitAnswer() {
        await().ignoreExceptions().until(() -> products.get("product::1", raw()) != null);
    }

    private static GetOptions raw() {
        return GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE);
    }

    @Test
    void theClientKeepsToTheWire() {
        String remote = cluster.bucket("catalog")
                .ping(PingOptions.pingOptions().serviceTypes(ServiceType.KV))
                .endpoints()
                .get(ServiceType.KV)
                .get(0)
                .remote();

        assertThat(remote).endsWith(":" + wire.port());
    }

    @Test
    void handshakesAndKeepAlivesAreNotCounted() throws IOException {
        try (WireProxy quiet = WireProxy.open(0, couchbase.port());
                Cluster other = Cluster.connect(quiet.connectionString(), "catalog", "catalog")) {
            Collection collection = other.bucket("catalog").defaultCollection();
            // Retried by the client, not by us: only a command that reaches the server counts.
            await().ignoreExceptions().until(() -> collection.get("product::1", raw()) != null);
            other.bucket("catalog").ping(PingOptions.pingOptions().serviceTypes(ServiceType.KV));

            assertThat(quiet.commands()).isEqualTo(quiet.productCommands()).isPositive();
        }
    }

    @Test
    void aDelayHoldsBackEveryAnswer() {
        wire.delay(Duration.ofMillis(300));
        long begin = System.nanoTime();
        try {
            products.get("product::2", raw());
        } finally {
            wire.delay(Duration.ZERO);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void whatIsDownRefusesConnectionsAndAnswersAgainOnceItIsUp() throws IOException {
        wire.down();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), wire.port()).close())
                .isInstanceOf(ConnectException.class);
        try {
            GetOptions brief = raw().timeout(Duration.ofMillis(200));
            assertThatThrownBy(() -> products.get("product::1", brief)).isInstanceOf(CouchbaseException.class);
        } finally {
            wire.up();
        }
        awaitAnswer();
    }

    @Test
    void whatCachesKeepIsAwayForAWhileAndProductsAreNot() throws IOException {
        products.upsert("other::3", Map.of());
        wire.loseCaches(Duration.ofSeconds(1));
        GetOptions brief = raw().timeout(Duration.ofMillis(200));
        assertThatThrownBy(() -> products.get("other::3", brief)).isInstanceOf(TimeoutException.class);
        assertThat(products.get("product::2", raw())).isNotNull();
        await().ignoreExceptions().until(() -> products.get("other::3", brief) != null);
    }

    @Test
    void commandsOnProductsAreCountedApartFromOthers() {
        long before = wire.productCommands();
        long all = wire.commands();
        for (int i = 0; i < 10; i++) {
            products.get("product::2", raw());
        }
        products.upsert("product::2", Map.of());
        products.upsert("other::2", Map.of());

        assertThat(wire.productCommands()).isEqualTo(before + 11);
        assertThat(wire.commands()).isEqualTo(all + 12);
    }

    @Test
    void productsAreWrittenWithTheTimeAsTheirNameAndNotCounted() {
        long commands = wire.commands();
        long before = System.currentTimeMillis();
        couchbase.write("new", 3);

        for (int number = 1; number <= 3; number++) {
            String json = new String(
                    products.get("product::new-" + number, raw()).contentAs(byte[].class), StandardCharsets.UTF_8);
            assertThat(json).startsWith("{\"id\":\"new-" + number + "\",\"name\":\"");
            assertThat(Long.parseLong(json.split("\"", -1)[7])).isBetween(before, System.currentTimeMillis());
        }
        assertThat(wire.commands()).as("three reads").isEqualTo(commands + 3);
    }
}
