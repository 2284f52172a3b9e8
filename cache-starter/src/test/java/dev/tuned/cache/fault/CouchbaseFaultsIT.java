/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;

/** Each {@link CouchbaseFault}. */
class CouchbaseFaultsIT extends AbstractFaultsIT<MockCouchbase> {

    private final StoreProxy proxy;

    CouchbaseFaultsIT() {
        super(new MockCouchbase(2));
        proxy = new StoreProxy(store.port());
        store.setPort(proxy.port());
    }

    @Override
    void stopStore() {
        proxy.close();
        store.close();
    }

    @Override
    NearApplication instance() {
        return NearApplication.start(
                store, List.of(), List.of("tuned.cache.near=products", "spring.couchbase.env.timeouts.key-value=60s"));
    }

    @ParameterizedTest
    @EnumSource
    void failsNoCall(CouchbaseFault fault) {
        assertFailsNoCall("Couchbase " + fault, false, () -> fault.begin(store, proxy), () -> fault.end(store, proxy));
    }
}
