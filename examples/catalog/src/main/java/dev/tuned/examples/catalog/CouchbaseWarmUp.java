/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.time.Duration;
import java.time.Instant;

import com.couchbase.client.core.error.CouchbaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/**
 * Waits a bounded time for Couchbase before the server listens, so that the first request does not pay for connecting. Without
 * an answer the application starts all the same and reads are refused until Couchbase is there.
 */
@Component
class CouchbaseWarmUp implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(CouchbaseWarmUp.class);

    private final ProductStore products;
    private final CatalogProperties properties;
    private final Duration patience;

    CouchbaseWarmUp(ProductStore products, CatalogProperties properties, ObjectProvider<EmbeddedCouchbase> embedded) {
        this.products = products;
        this.properties = properties;
        // The embedded one is known to be there, and connecting takes seconds on a busy machine.
        this.patience = Duration.ofSeconds(embedded.getIfAvailable() != null ? 30 : 3);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!answers()) {
            log.warn(
                    "Couchbase does not answer{}; products are unavailable until it does. Check"
                            + " spring.couchbase.connection-string, spring.couchbase.username, spring.couchbase.password"
                            + " and catalog.couchbase.bucket.",
                    properties.loadSamples() ? ", no samples were written" : "");
        } else if (properties.loadSamples()) {
            products.saveSamples();
            log.info(
                    "Wrote {} sample products to bucket '{}'",
                    Samples.COUNT,
                    properties.couchbase().bucket());
        }
    }

    private boolean answers() {
        Instant deadline = Instant.now().plus(patience);
        do {
            try {
                products.ping();
                return true;
            } catch (CouchbaseException | IllegalStateException e) {
                // The client throws the latter while it exchanges one configuration of the cluster for the next.
                log.debug("Couchbase did not answer", e);
            }
        } while (Instant.now().isBefore(deadline));
        return false;
    }
}
