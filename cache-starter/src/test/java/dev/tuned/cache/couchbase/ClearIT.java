/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.util.List;

import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.NearApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code tuned.cache.couchbase.clear=generation}, which the mock needs since it has no queries. */
class ClearIT extends AbstractCouchbaseIT {

    @Test
    void clearedCacheIsEmptyForAllAndForNewInstances() {
        NearApplication one = near();
        NearApplication two = near();
        for (int i = 0; i < 5; i++) {
            String key = "k" + i;
            // Again: a put that is not confirmed in time becomes an eviction.
            await().atMost(SOON).until(() -> {
                one.cache("products").put(key, "value");
                return two.cache("products").get(key) != null;
            });
        }

        one.cache("products").clear();

        for (int i = 0; i < 5; i++) {
            assertThat(one.cache("products").get("k" + i)).isNull();
        }
        NearApplication third = near();
        assertThat(third.cache("products").get("k1")).isNull();
        await().atMost(SOON).until(() -> two.cache("products").get("k1") == null);
        two.cache("products").put("k1", "new");
        await().atMost(SOON).until(() -> "new".equals(one.cache("products").get("k1", String.class)));
        assertThat(third.cache("products").get("k1", String.class)).isEqualTo("new");
    }

    @Test
    void otherCachesStay() {
        NearApplication one = start(List.of(), List.of("tuned.cache.near=products,brief"));
        one.cache("products").put("k", "value");
        one.cache("brief").put("k", "value");
        one.cache("products").clear();
        assertThat(one.cache("brief").get("k", String.class)).isEqualTo("value");
        assertThat(one.cache("products").invalidate()).isTrue();
    }

    @Test
    void nothingIsDeleted() {
        NearApplication one = near();
        one.cache("products").put("k", "value");
        long deletes = couchbase.count(CommandCode.DELETE);
        one.cache("products").clear();
        assertThat(one.cache("products").get("k")).isNull();
        assertThat(couchbase.count(CommandCode.DELETE)).isEqualTo(deletes);
    }
}
