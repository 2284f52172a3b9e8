/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.Store;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two instances whose client's time-out is a minute, and something that is wrong with what is behind their caches. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
abstract class AbstractFaultsIT<S extends Store> {

    /** A silent subscription is noticed after six seconds. */
    private static final Duration SOON = Duration.ofSeconds(60);

    final List<NearApplication> instances = new ArrayList<>();
    final S store;

    AbstractFaultsIT(S store) {
        this.store = store;
    }

    abstract void stopStore();

    abstract NearApplication instance();

    @BeforeAll
    void start() {
        for (int i = 0; i < 2; i++) {
            instances.add(instance());
        }
    }

    @AfterAll
    void stop() {
        instances.forEach(NearApplication::close);
        stopStore();
    }

    @BeforeEach
    void awaitConnected() {
        awaitAll(near -> near.channel().isConnected()
                && near.pending() == 0
                && !near.reads().isOpen());
        store.clear();
        instances.forEach(instance -> instance.cache("products").invalidate());
        Products.SOURCE.clear();
    }

    private void awaitAll(Predicate<NearStore> condition) {
        await().atMost(SOON).until(() -> {
            // Whoever reads nothing may not be notified.
            instances.forEach(instance -> instance.cache("products").get("ready"));
            return instances.stream().map(AbstractFaultsIT::near).allMatch(condition);
        });
    }

    static NearStore near(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    static void sleep(long milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** No call fails while something goes on and after it, and none is slow; in the end all is as the source has it. */
    void assertFailsNoCall(String name, boolean futures, Runnable begin, Runnable end) {
        Calls calls = new Calls(instances, 2, futures);
        try (calls) {
            sleep(200);
            begin.run();
            try {
                sleep(1_500);
            } finally {
                end.run();
            }
            sleep(200);
        }
        System.out.println(name + ": " + calls);
        calls.assertNoneFailedAndNoneWasSlow();
        assertAllAgree();
    }

    /** Callers get what the source has from each instance, and Redis or Couchbase has it or nothing. */
    void assertAllAgree() {
        awaitAll(near -> near.channel().isConnected() && near.pending() == 0);
        try (NearApplication without = NearApplication.near(store, NearApplication.PATIENT, "tuned.cache.memory=1B")) {
            Cache far = without.cache("products");
            await().pollInSameThread().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
                for (Map.Entry<String, String> entry : Products.SOURCE.entrySet()) {
                    for (NearApplication instance : instances) {
                        assertThat(instance.products().find(entry.getKey())).isEqualTo(entry.getValue());
                    }
                    assertThat(far.get(entry.getKey(), String.class)).isIn(null, entry.getValue());
                }
            });
        }
    }
}
