/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.CatalogApplication.Catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Couchbase goes away and comes back: the application does not notice, except for the calls of its methods. */
@ExtendWith(OutputCaptureExtension.class)
class OutageIT {

    private static final String DOWN = "does not answer: reads are served";
    private static final String UP = "answers again: L2 is in use";

    private MockCouchbase couchbase;
    private ChaosProxy proxy;

    @BeforeEach
    void start() throws IOException {
        couchbase = new MockCouchbase();
        proxy = new ChaosProxy(couchbase.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        couchbase.close();
    }

    private ApplicationContextRunner application() {
        // L1 keeps next to nothing. The SDK tries to reconnect for as long as its connect timeout. What a busy machine
        // holds up is no outage.
        return CatalogApplication.on(proxy.port())
                .withPropertyValues(
                        "tuned.cache.defaults.l1.ttl=1ms",
                        "tuned.cache.defaults.l2.hard-timeout=2s",
                        "spring.couchbase.env.timeouts.connect=1s");
    }

    @Test
    void startsAndServesWithCouchbaseDownAndUsesItOnceItIsThere(CapturedOutput output) throws IOException {
        proxy.refuse();
        application().run(context -> {
            Catalog catalog = context.getBean(Catalog.class);
            assertLoaderServes(catalog);
            catalog.store(new Product("1", 1));
            await().until(() ->
                    catalog.find("1").isPresent() && output.toString().contains(DOWN));
            proxy.restore();
            untilServedByCouchbase(catalog);
            assertSaidOnce(catalog, output, 0);
        });
    }

    @Test
    void servesThroughRefusedConnectionsAndRecovers(CapturedOutput output) {
        application().run(context -> {
            Catalog catalog = warm(context.getBean(Catalog.class));
            int before = untilUp(catalog, output);
            proxy.refuse();
            assertLoaderServes(catalog);
            proxy.restore();
            untilServedByCouchbase(catalog);
            assertSaidOnce(catalog, output, before);
        });
    }

    @Test
    void servesThroughASilentServerAndRecovers(CapturedOutput output) {
        application().run(context -> {
            Catalog catalog = warm(context.getBean(Catalog.class));
            int before = untilUp(catalog, output);
            proxy.swallow();
            assertLoaderServes(catalog);
            proxy.restore();
            untilServedByCouchbase(catalog);
            assertSaidOnce(catalog, output, before);
        });
    }

    @Test
    void writesAndRemovalsDuringAnOutageFailNoCallAndSayWhatIsAtRisk(CapturedOutput output) {
        application().run(context -> {
            Catalog catalog = warm(context.getBean(Catalog.class));
            proxy.refuse();
            catalog.update(new Product("1", 2));
            catalog.remove("1");
            assertThat(output).containsOnlyOnce("Cache region 'products': L2 did not confirm");
            catalog.removeAll();
        });
    }

    @Test
    void endOfTheApplicationIsNoOutage(CapturedOutput output) {
        AtomicInteger end = new AtomicInteger();
        application().run(context -> {
            Catalog catalog = warm(context.getBean(Catalog.class));
            untilUp(catalog, output);
            for (int i = 0; i < 100; i++) {
                catalog.findLater("under way " + i);
            }
            end.set(output.length());
        });
        await().until(() -> output.toString().substring(end.get()).contains("[ShutdownCompletedEvent]"));
        assertThat(output.toString().substring(end.get())).doesNotContain(DOWN, " ERROR ");
    }

    private static Catalog warm(Catalog catalog) {
        catalog.store(new Product("1", 1));
        untilServedByCouchbase(catalog);
        return catalog;
    }

    private static void untilServedByCouchbase(Catalog catalog) {
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            int before = catalog.loads();
            assertThat(catalog.find("1")).contains(new Product("1", 1));
            return catalog.loads() == before;
        });
    }

    /** Connecting takes so long on a busy machine that it may pass for an outage, too: waits for its end. */
    private static int untilUp(Catalog catalog, CapturedOutput output) {
        await().until(() -> catalog.find("1").isPresent()
                && output.toString().lastIndexOf(UP) >= output.toString().lastIndexOf(DOWN));
        return output.length();
    }

    private static void assertSaidOnce(Catalog catalog, CapturedOutput output, int since) {
        await().until(() -> catalog.find("1").isPresent()
                && output.toString().substring(since).contains(UP));
        assertThat(output.toString().substring(since)).containsOnlyOnce(DOWN).containsOnlyOnce(UP);
    }

    private static void assertLoaderServes(Catalog catalog) {
        int before = catalog.loads();
        for (int i = 0; i < 5; i++) {
            Product product = new Product("during-outage-" + i, 1);
            catalog.store(product);
            assertThat(catalog.find(product.id())).contains(product);
        }
        // What was read before may still be loaded in the background.
        assertThat(catalog.loads() - before).isGreaterThanOrEqualTo(5);
    }
}
