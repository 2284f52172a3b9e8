/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import dev.tuned.examples.couchbase.EmbeddedCouchbase;

import static org.assertj.core.api.Assertions.assertThat;

@DirtiesContext
class CouchbaseDownTests extends CatalogServer {

    /** Bound and not listening: connections are refused, and no other process gets the port. */
    private static final Socket REFUSING = new Socket();

    @DynamicPropertySource
    static void nothingListens(DynamicPropertyRegistry registry) throws IOException {
        REFUSING.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        registry.add("spring.couchbase.connection-string", () -> "couchbase://127.0.0.1:" + REFUSING.getLocalPort());
        registry.add("spring.couchbase.env.timeouts.key-value", () -> "200ms");
    }

    @Test
    void theServiceStartsRefusesReadsAndRecovers() throws IOException {
        problem(get("/products/1"), 503);
        problem(sendJson("PUT", "/products/1", "{}"), 503);
        assertThat(get("/hello").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/health").statusCode()).isEqualTo(503);
        int port = REFUSING.getLocalPort();
        REFUSING.close();
        try (EmbeddedCouchbase couchbase = EmbeddedCouchbase.start("catalog", "catalog", port)) {
            assertThat(couchbase.port()).isEqualTo(port);
            Awaitility.await().until(() -> get("/products/1").statusCode() == 200);
        }
    }
}
