/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What callers see while Couchbase does not answer. */
@Tag("thorough")
class CouchbaseOutageIT extends AbstractCouchbaseIT {

    private enum Fault {
        SILENT {
            @Override
            void begin(MockCouchbase couchbase) {
                couchbase.answerAfter(Duration.ofSeconds(20));
            }

            @Override
            void end(MockCouchbase couchbase) {
                couchbase.answerAfter(Duration.ZERO);
            }
        },
        AWAY {
            @Override
            void begin(MockCouchbase couchbase) {
                couchbase.leave();
            }

            @Override
            void end(MockCouchbase couchbase) {
                couchbase.comeBack();
            }
        },
        SLOW {
            @Override
            void begin(MockCouchbase couchbase) {
                couchbase.answerAfter(Duration.ofMillis(400));
            }

            @Override
            void end(MockCouchbase couchbase) {
                couchbase.answerAfter(Duration.ZERO);
            }
        };

        abstract void begin(MockCouchbase couchbase);

        abstract void end(MockCouchbase couchbase);
    }

    /** A mock that was paused serves no connection from before. */
    @AfterEach
    void anotherCouchbase() {
        couchbase.close();
        couchbase = new MockCouchbase();
    }

    @ParameterizedTest
    @EnumSource
    void noCallFails(Fault fault) throws InterruptedException {
        NearApplication one = near();
        NearApplication two = near();
        Products products = one.products();
        assertThat(products.find("1")).isEqualTo("old");
        warm(two, "1");
        fault.begin(couchbase);
        try {
            for (int i = 0; i < 20; i++) {
                products.change("1", "v" + i);
                assertThat(products.find("1")).isEqualTo("v" + i);
                products.put("2", "w" + i);
                assertThat(products.find("2")).isEqualTo("w" + i);
                Products.SOURCE.put("1", "x" + i);
                products.evictAll();
                assertThat(products.find("1")).isEqualTo("x" + i);
            }
            if (fault == Fault.AWAY) {
                assertThat(store(one).changes().isOpen()).isTrue();
            }
            if (fault != Fault.SLOW) {
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> two.products().find("1").equals("x19"));
            }
        } finally {
            fault.end(couchbase);
        }
        await().atMost(SOON).until(() -> store(one).pending() == 0);
        await().atMost(SOON).until(() -> {
            two.products().find("1");
            return two.products().find("2").equals("w19")
                    && store(two).channel().isConnected()
                    && !store(one).changes().isOpen();
        });
        assertThat(two.products().find("1")).isEqualTo("x19");
        assertThat(products.find("1")).isEqualTo("x19");
    }

    @Test
    void applicationStartsWithoutCouchbase() throws InterruptedException {
        couchbase.leave();
        try (NearApplication application = NearApplication.near(couchbase)) {
            assertThat(application.products().find("1")).isEqualTo("old");
            couchbase.comeBack();
            await().atMost(SOON).until(() -> {
                application.products().find("1");
                return store(application).channel().isConnected();
            });
        }
    }
}
