/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Several processes, each with a connection of its own, on one Couchbase. */
class InvalidationIT {

    private final MockCouchbase couchbase = new MockCouchbase();
    private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

    @AfterEach
    void stop() {
        contexts.forEach(ConfigurableApplicationContext::close);
        couchbase.close();
    }

    @SpringBootConfiguration
    @EnableCaching
    @ImportAutoConfiguration({
        ConfigurationPropertiesAutoConfiguration.class,
        PlainPasswordAutoConfiguration.class,
        CouchbaseAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Application {}

    private final class Node {

        final TunedCacheManager manager;
        final NearCache<Product> products;
        /** Without a type of its values: L1 only. */
        final org.springframework.cache.Cache local;

        final Collection documents;

        Node() {
            // A batch that a busy machine holds up is not lost.
            this("30s");
        }

        Node(String gapGrace) {
            List<String> arguments = new ArrayList<>();
            for (String property : MockCouchbase.properties(couchbase.port())) {
                arguments.add("--" + property);
            }
            arguments.add("--tuned.cache.invalidation.poll=50ms");
            arguments.add("--tuned.cache.invalidation.gap-grace=" + gapGrace);
            arguments.add("--tuned.cache.defaults.l1.ttl=1h");
            arguments.add("--tuned.cache.defaults.l1.refresh-ahead=0");
            arguments.add("--tuned.cache.defaults.l2.hard-timeout=30s");
            arguments.add("--spring.couchbase.env.timeouts.key-value=30s");
            ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .run(arguments.toArray(String[]::new));
            contexts.add(context);
            this.manager = context.getBean(TunedCacheManager.class);
            this.products = manager.nearCache("products", Product.class);
            this.local = manager.getCache("local");
            this.documents =
                    context.getBean(Cluster.class).bucket(MockCouchbase.BUCKET).defaultCollection();
            hold();
            await().until(() -> statistics().sinceLastPoll() != null);
            await().ignoreExceptions().until(() -> documents.upsert("ping", "") != null);
        }

        /** Lets the process ask for changes, which it does only while L1 has an entry. */
        void hold() {
            local.get("held", () -> "");
        }

        InvalidationStatistics statistics() {
            return Optional.ofNullable(manager.invalidationStatistics()).orElseThrow();
        }

        /** In L1, without a look into L2. */
        boolean has(String region, Object key) {
            return manager.getCache(region).getNativeCache().asMap().containsKey(key);
        }
    }

    @Test
    void putEvictionAndClearReachTheOthers() {
        Node writer = new Node();
        List<Node> others = List.of(new Node(), new Node());
        writer.products.put("1", new Product("1", 1));
        others.forEach(node -> assertThat(node.products.get("1")).isEqualTo(new Product("1", 1)));

        writer.products.put("1", new Product("1", 2));
        others.forEach(node -> await().until(() -> new Product("1", 2).equals(node.products.get("1"))));

        writer.products.evict("1");
        others.forEach(node -> await().until(() -> node.products.get("1") == null));

        writer.products.put("1", new Product("1", 3));
        others.forEach(node -> await().until(() -> new Product("1", 3).equals(node.products.get("1"))));
        writer.products.clear();
        others.forEach(node -> await().until(() -> node.products.get("1") == null));
        others.forEach(node -> assertThat(node.statistics().lost()).isEmpty());
    }

    @Test
    void regionsWithoutL2AndKeysWithoutATextAreToldToo() {
        record Compound(String tenant, int id) {}
        Node writer = new Node();
        Node other = new Node();
        for (Object key : List.of("a", 1, new Compound("a", 1))) {
            other.local.put(key, "old");
            await().until(() ->
                    writer.statistics().received() >= other.statistics().sent()
                            && other.statistics().waiting() == 0);
            writer.local.put(key, "new");
            await().until(() -> !other.has("local", key));
            assertThat(writer.has("local", key)).isTrue();
        }
    }

    @Test
    void ownChangesAreNotReadAgain() {
        Node writer = new Node();
        Node other = new Node();
        writer.products.put("1", new Product("1", 1));
        await().until(() -> other.statistics().received() == 1);
        long polls = writer.statistics().polls();
        await().until(() -> writer.statistics().polls() > polls + 2);
        assertThat(writer.has("products", "1")).isTrue();
        assertThat(writer.statistics().received()).isZero();
        assertThat(writer.statistics().lost()).isEmpty();
    }

    @Test
    void processThatJoinsLateHearsOnlyOfWhatComesAfter() {
        Node writer = new Node();
        writer.products.put("1", new Product("1", 1));
        await().until(() -> writer.statistics().batchesSent() == 1);
        Node late = new Node();
        assertThat(late.products.get("1")).isEqualTo(new Product("1", 1));
        writer.products.put("1", new Product("1", 2));
        await().until(() -> new Product("1", 2).equals(late.products.get("1")));
        assertThat(late.statistics().received()).isEqualTo(1);
    }

    @Test
    void lostCounterAndLostBatchDropTheL1OfEveryProcess() {
        Node writer = new Node("500ms");
        Node other = new Node("500ms");
        other.local.put("1", "old");
        await().until(() -> writer.statistics().received() == 1);

        // A writer that dies between the number and the document.
        writer.documents.binary().increment("cache:inv");
        await().until(() -> other.statistics().lost().containsKey("gap"));
        await().until(() -> !other.has("local", "1"));

        other.local.put("1", "old");
        await().until(() -> other.statistics().waiting() == 0);
        writer.documents.remove("cache:inv");
        await().until(() -> other.statistics().lost().keySet().stream().anyMatch(List.of("reset", "jump")::contains));
        await().until(() -> !other.has("local", "1"));

        writer.documents.upsert("cache:inv", 1);
        other.hold();
        await().until(() -> other.statistics().lost().containsKey("regress"));
    }

    @Test
    void changesRightBeforeTheEndAreStillTold() {
        Node writer = new Node();
        Node other = new Node();
        other.local.put("1", "old");
        await().until(() -> writer.statistics().received() == 1);
        writer.local.evict("1");
        contexts.remove(0).close();
        await().until(() -> !other.has("local", "1"));
    }

    @Test
    void processThatHoldsNothingAsksNothing() {
        Node node = new Node();
        node.local.invalidate();
        long polls = node.statistics().polls();
        await().during(Duration.ofMillis(500)).until(() -> node.statistics().polls() <= polls + 1);
        node.hold();
        await().until(() -> node.statistics().polls() > polls + 2);
    }

    @Test
    void pollIsOneGet() {
        Node node = new Node();
        await().until(() -> node.statistics().polls() > 3);
        long gets = couchbase.count(CommandCode.GET);
        long polls = node.statistics().polls();
        await().until(() -> node.statistics().polls() > polls + 10);
        long pollsAfter = node.statistics().polls();
        // The last poll may be under way, and another may begin between the two counts.
        assertThat(couchbase.count(CommandCode.GET) - gets).isBetween(9L, pollsAfter - polls + 2);
    }
}
