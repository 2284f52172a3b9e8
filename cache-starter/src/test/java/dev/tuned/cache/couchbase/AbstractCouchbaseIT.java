/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.awaitility.Awaitility.await;

/** Applications with {@code spring.cache.type=couchbase}. */
@Timeout(120)
abstract class AbstractCouchbaseIT {

    static final Duration SOON = Duration.ofSeconds(60);

    static MockCouchbase couchbase;

    private final List<NearApplication> started = new ArrayList<>();

    @BeforeAll
    static void startCouchbase() {
        couchbase = new MockCouchbase();
    }

    @AfterAll
    static void stopCouchbase() {
        couchbase.close();
    }

    @BeforeEach
    void clear() {
        couchbase.clear();
        Products.SOURCE.clear();
        Products.SOURCE.put("1", "old");
    }

    @AfterEach
    void stop() {
        started.forEach(NearApplication::close);
    }

    NearApplication near(String... properties) {
        List<String> all = new ArrayList<>(List.of("tuned.cache.near=products"));
        all.addAll(List.of(properties));
        return start(List.of(), all);
    }

    NearApplication start(List<Class<?>> configuration, List<String> properties) {
        NearApplication application = NearApplication.start(couchbase, configuration, properties);
        started.add(application);
        await().ignoreExceptions()
                .atMost(SOON)
                .until(() -> documents(application).upsert("ready", "1").cas() != 0);
        await().atMost(SOON).until(() -> {
            // Whoever reads nothing is not notified.
            List.of("products", "brief", "prefixed")
                    .forEach(cache -> application.cache(cache).get("ready"));
            return application.context().getBeansOfType(NearManagers.class).values().stream()
                    .flatMap(managers -> managers.stores().stream())
                    .allMatch(store -> store.channel().isConnected());
        });
        return application;
    }

    static Collection documents(NearApplication application) {
        return application.bean(Cluster.class).bucket(MockCouchbase.BUCKET).defaultCollection();
    }

    static NearStore store(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    static long hits(NearApplication application) {
        return application.bean(NearManagers.class).caches().stream()
                .mapToLong(cache -> cache.hits.sum())
                .sum();
    }

    /** Reads until the value comes from memory. */
    static void warm(NearApplication application, String id) {
        await().atMost(SOON).until(() -> {
            long before = hits(application);
            application.products().find(id);
            return hits(application) > before;
        });
    }
}
