/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The near cache against a Couchbase that speaks the real protocol over a real socket. */
class CouchbaseIT {

    private final MockCouchbase couchbase = new MockCouchbase();

    @AfterEach
    void stop() {
        couchbase.close();
    }

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        CouchbaseAutoConfiguration.class,
                        CacheAutoConfiguration.class,
                        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
                .withPropertyValues(MockCouchbase.properties(couchbase.port()))
                .withUserConfiguration(Application.class);
    }

    @Test
    void thousandReadsOfAHotKeyAreOneGet() {
        runner().run(context -> {
            Products products = context.getBean(Products.class);
            connected(context.getBean(Cluster.class));
            long before = couchbase.count(CommandCode.GET);
            for (int i = 0; i < 1000; i++) {
                assertThat(products.find("hot")).contains(new Product("hot", 1));
            }
            assertThat(couchbase.count(CommandCode.GET) - before).isEqualTo(1);
            assertThat(products.calls()).hasValue(1);
        });
    }

    @Test
    void secondInstanceReadsFromCouchbaseWithoutCallingTheMethod() {
        runner().run(context -> {
            connected(context.getBean(Cluster.class));
            context.getBean(Products.class).find("1");
            collection(context.getBean(Cluster.class), "cache:products:v1:g0:1");
        });
        runner().run(context -> {
            Products products = context.getBean(Products.class);
            connected(context.getBean(Cluster.class));
            assertThat(products.find("1")).contains(new Product("1", 1));
            assertThat(products.calls()).hasValue(0);
        });
    }

    private static void collection(Cluster cluster, String id) {
        Collection collection = cluster.bucket(MockCouchbase.BUCKET).defaultCollection();
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(collection.get(id)).isNotNull());
    }

    private static void connected(Cluster cluster) {
        await().ignoreExceptions()
                .untilAsserted(() ->
                        cluster.bucket(MockCouchbase.BUCKET).defaultCollection().upsert("ping", "pong"));
    }

    record Product(String id, int version) {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @Import(Products.class)
    static class Application {}

    static class Products {

        private final AtomicInteger calls = new AtomicInteger();

        public AtomicInteger calls() {
            return calls;
        }

        @Cacheable("products")
        public Optional<Product> find(String id) {
            calls.incrementAndGet();
            return id.equals("none") ? Optional.empty() : Optional.of(new Product(id, 1));
        }
    }
}
