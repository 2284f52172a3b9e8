/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@DirtiesContext
class LoadSamplesTests extends CatalogServer {

    private static EmbeddedCouchbase cluster;

    @DynamicPropertySource
    static void useAnotherCluster(DynamicPropertyRegistry registry) throws IOException {
        cluster = EmbeddedCouchbase.start("shop", "secret", 0);
        registry.add("spring.couchbase.connection-string", cluster::connectionString);
        registry.add("spring.couchbase.username", () -> "shop");
        registry.add("spring.couchbase.password", () -> "secret");
        registry.add("catalog.couchbase.bucket", () -> "shop");
        registry.add("catalog.load-samples", () -> "true");
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @Test
    void aGivenClusterIsUsedWithItsCredentialsAndGetsTheSamples() {
        assertThat(cluster.commands()).containsEntry("SET", (long) Samples.COUNT);
        assertThat(get("/products/10000").statusCode()).isEqualTo(200);
        assertThat(cluster.commands().get("GET")).isGreaterThan(1);
    }
}
