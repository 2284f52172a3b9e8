/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import dev.tuned.examples.couchbase.EmbeddedCouchbase;
import dev.tuned.examples.couchbase.Samples;
import dev.tuned.examples.couchbase.WireProxy;

import static org.assertj.core.api.Assertions.assertThat;

@DirtiesContext
class LoadSamplesTests extends CatalogServer {

    private static EmbeddedCouchbase cluster;
    private static WireProxy wire;

    @DynamicPropertySource
    static void useAnotherCluster(DynamicPropertyRegistry registry) throws IOException {
        cluster = EmbeddedCouchbase.start("shop", "secret", 0);
        wire = WireProxy.open(0, cluster.port());
        registry.add("spring.couchbase.connection-string", wire::connectionString);
        registry.add("spring.couchbase.username", () -> "shop");
        registry.add("spring.couchbase.password", () -> "secret");
        registry.add("catalog.couchbase.bucket", () -> "shop");
        registry.add("catalog.load-samples", () -> "true");
    }

    @AfterAll
    static void stop() throws IOException {
        wire.close();
        cluster.close();
    }

    @Test
    void aGivenClusterIsUsedWithItsCredentialsAndGetsTheSamples() {
        assertThat(wire.productCommands()).isGreaterThan(Samples.COUNT);
        long before = wire.productCommands();
        assertThat(get("/products/10000").statusCode()).isEqualTo(200);
        assertThat(wire.productCommands()).isEqualTo(before + 1);
    }
}
