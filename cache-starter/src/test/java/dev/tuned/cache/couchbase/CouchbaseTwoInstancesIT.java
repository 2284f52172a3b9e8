/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two instances with {@code tuned.cache.near=products} and one Couchbase. */
@Tag("thorough")
class CouchbaseTwoInstancesIT extends AbstractCouchbaseIT {

    private enum Change {
        EVICT(application -> application.products().change("1", "new")),
        PUT(application -> application.products().put("1", "new")),
        CLEAR(application -> {
            Products.SOURCE.put("1", "new");
            application.products().evictAll();
        }),
        PUT_IF_ABSENT(application -> {
            application.products().change("1", "new");
            application.cache("products").putIfAbsent("1", "new");
        });

        private final Consumer<NearApplication> change;

        Change(Consumer<NearApplication> change) {
            this.change = change;
        }
    }

    private NearApplication one;
    private NearApplication two;

    @BeforeEach
    void start() {
        one = near();
        two = near();
    }

    @Test
    void valueComesFromMemoryAndWasLoadedOnce() throws InterruptedException {
        assertThat(one.products().find("1")).isEqualTo("old");
        await().atMost(SOON).until(() -> {
            Cache.ValueWrapper value = two.cache("products").get("1");
            return value != null;
        });
        warm(one, "1");
        warm(two, "1");
        long reads = couchbase.count(CommandCode.GET);
        long hits = hits(two);

        for (int i = 0; i < 100; i++) {
            assertThat(two.products().find("1")).isEqualTo("old");
        }

        assertThat(hits(two) - hits).isEqualTo(100);
        // The channel asks twice a second.
        assertThat(couchbase.count(CommandCode.GET) - reads).isLessThan(50);
        assertThat(one.products().calls() + two.products().calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void changeReachesTheOtherInstance(Change change) {
        warm(one, "1");
        warm(two, "1");

        change.change.accept(one);

        await().atMost(SOON).until(() -> two.products().find("1").equals("new"));
        assertThat(store(one).channel().sent()).isPositive();
        assertThat(store(two).channel().received()).isPositive();
    }

    @Test
    void ownChangeIsReadAtOnce() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            one.products().put("1", "v" + i);
            assertThat(one.products().find("1")).isEqualTo("v" + i);
            one.products().change("1", "w" + i);
            assertThat(one.products().find("1")).isEqualTo("w" + i);
            Products.SOURCE.put("1", "x" + i);
            one.products().evictAll();
            assertThat(one.products().find("1")).isEqualTo("x" + i);
        }
    }

    @Test
    void loadIsNoChange() throws InterruptedException {
        one.products().find("1");
        await().atMost(SOON).until(() -> two.cache("products").get("1") != null);

        assertThat(store(one).channel().sent()).isZero();
    }

    @Test
    void valueThatArrivesAfterAChangeIsDeletedOnceMore() throws InterruptedException {
        one.products().find("1");
        await().atMost(SOON).until(() -> two.cache("products").get("1") != null);

        // What the other one does not know is in Couchbase.
        store(one).lost();

        await().atMost(SOON)
                .until(() -> store(one).channel().sent() > 0 && store(one).pending() == 0);
        await().atMost(SOON).until(() -> two.cache("products").get("1") == null);
    }

    @Test
    void withoutChannelMemoryIsUsedForTwoSecondsAtMost() {
        warm(one, "1");
        store(one).channel().stop();
        await().atMost(SOON).until(() -> !store(one).channel().isConnected());
        two.products().change("1", "new");

        await().atMost(Duration.ofSeconds(4))
                .until(() -> one.products().find("1").equals("new"));
    }

    @Test
    void whoeverReadsNothingDoesNotAsk() {
        List.of(one, two).forEach(instance -> store(instance).channel().stop());
        long gets = couchbase.count(CommandCode.GET);
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> couchbase.count(CommandCode.GET) == gets);
    }
}
