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
        NearApplication one = near(NearApplication.PATIENT);
        NearApplication two = near(NearApplication.PATIENT);
        for (int i = 0; i < 5; i++) {
            one.cache("products").put("k" + i, "value");
            assertThat(two.cache("products").get("k" + i, String.class)).isEqualTo("value");
        }

        one.cache("products").clear();

        for (int i = 0; i < 5; i++) {
            assertThat(one.cache("products").get("k" + i)).isNull();
        }
        NearApplication third = near(NearApplication.PATIENT);
        assertThat(third.cache("products").get("k1")).isNull();
        await().atMost(SOON).until(() -> two.cache("products").get("k1") == null);
        // Not by two: what it puts after that miss counts as loaded, perhaps before it was told of the clear.
        third.cache("products").put("k1", "new");
        for (NearApplication other : List.of(one, two)) {
            await().atMost(SOON)
                    .until(() -> "new".equals(other.cache("products").get("k1", String.class)));
        }
    }

    @Test
    void otherCachesStay() {
        NearApplication one = start(List.of(), List.of("tuned.cache.near=products,brief", NearApplication.PATIENT));
        one.cache("products").put("k", "value");
        one.cache("brief").put("k", "value");
        one.cache("products").clear();
        assertThat(one.cache("brief").get("k", String.class)).isEqualTo("value");
        assertThat(one.cache("products").invalidate()).isTrue();
    }

    @Test
    void nothingIsDeleted() {
        NearApplication one = near(NearApplication.PATIENT);
        one.cache("products").put("k", "value");
        long deletes = couchbase.count(CommandCode.DELETE);
        one.cache("products").clear();
        assertThat(one.cache("products").get("k")).isNull();
        assertThat(couchbase.count(CommandCode.DELETE)).isEqualTo(deletes);
    }
}
