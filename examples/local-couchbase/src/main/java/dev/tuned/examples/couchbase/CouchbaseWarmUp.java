/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.time.Duration;
import java.time.Instant;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Bucket;
import com.couchbase.client.java.ReactiveCollection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import reactor.core.publisher.Flux;

/**
 * Waits a bounded time for Couchbase before the server listens, so that the first request does not pay for connecting.
 * Without an answer the service starts all the same. With {@code catalog.load-samples} it writes the sample products,
 * too.
 */
final class CouchbaseWarmUp implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(CouchbaseWarmUp.class);
    private static final int SAMPLES_AT_A_TIME = 64;

    private final Bucket bucket;
    private final boolean loadSamples;
    private final Duration timeout;

    CouchbaseWarmUp(Bucket bucket, boolean loadSamples, boolean embedded) {
        this.bucket = bucket;
        this.loadSamples = loadSamples;
        // One that is embedded or takes samples is known to be there, and connecting takes seconds on a busy machine.
        this.timeout = Duration.ofSeconds(embedded || loadSamples ? 30 : 3);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!answers()) {
            log.warn(
                    "Couchbase does not answer{}; products are unavailable until it does. Check"
                            + " spring.couchbase.connection-string, spring.couchbase.username, spring.couchbase.password"
                            + " and catalog.couchbase.bucket.",
                    loadSamples ? ", no samples were written" : "");
        } else if (loadSamples) {
            saveSamples();
            log.info("Wrote {} sample products to bucket '{}'", Samples.COUNT, bucket.name());
        }
    }

    private boolean answers() {
        Instant deadline = Instant.now().plus(timeout);
        do {
            try {
                bucket.defaultCollection()
                        .get(Samples.key("1"), GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE));
                return true;
            } catch (DocumentNotFoundException ex) {
                return true;
            } catch (CouchbaseException | IllegalStateException ex) {
                // The client throws the latter while it exchanges one configuration of the cluster for the next.
                log.debug("Couchbase did not answer", ex);
            }
        } while (Instant.now().isBefore(deadline));
        return false;
    }

    private void saveSamples() {
        ReactiveCollection products = bucket.defaultCollection().reactive();
        UpsertOptions raw = UpsertOptions.upsertOptions().transcoder(RawJsonTranscoder.INSTANCE);
        Flux.range(1, Samples.COUNT)
                .flatMap(
                        number -> products.upsert(Samples.key(String.valueOf(number)), Samples.json(number), raw),
                        SAMPLES_AT_A_TIME)
                .blockLast();
    }
}
