/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.function.BiConsumer;

import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;

import dev.tuned.cache.MockCouchbase;

/** What can be wrong with a Couchbase of two nodes, or with the way to the first of them. */
public enum CouchbaseFault {
    SLOW((couchbase, proxy) -> proxy.slow(Duration.ofMillis(100)), (couchbase, proxy) -> proxy.slow(Duration.ZERO)),
    TOO_SLOW((couchbase, proxy) -> proxy.slow(Duration.ofMillis(700)), (couchbase, proxy) -> proxy.slow(Duration.ZERO)),
    SILENT((couchbase, proxy) -> proxy.beSilent(), (couchbase, proxy) -> proxy.speak()),
    REFUSING((couchbase, proxy) -> proxy.refuse(), (couchbase, proxy) -> proxy.accept()),
    RESTARTED((couchbase, proxy) -> proxy.refuse(), (couchbase, proxy) -> {
        couchbase.clear();
        proxy.accept();
    }),
    FULL(
            (couchbase, proxy) -> couchbase.fail(ErrorCode.ENOMEM, CommandCode.SET, -1),
            (couchbase, proxy) -> couchbase.fail(ErrorCode.SUCCESS, CommandCode.SET, 0)),
    READS_REFUSED(
            (couchbase, proxy) -> couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.GET, -1),
            (couchbase, proxy) -> couchbase.fail(ErrorCode.SUCCESS, CommandCode.GET, 0)),
    DELETES_REFUSED(
            (couchbase, proxy) -> couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.DELETE, -1),
            (couchbase, proxy) -> couchbase.fail(ErrorCode.SUCCESS, CommandCode.DELETE, 0)),
    NODE_LEAVES(
            (couchbase, proxy) -> couchbase.lastNodeLeaves(Duration.ofMillis(500)),
            (couchbase, proxy) -> couchbase.lastNodeComesBack());

    private final BiConsumer<MockCouchbase, StoreProxy> begin;
    private final BiConsumer<MockCouchbase, StoreProxy> end;

    CouchbaseFault(BiConsumer<MockCouchbase, StoreProxy> begin, BiConsumer<MockCouchbase, StoreProxy> end) {
        this.begin = begin;
        this.end = end;
    }

    public void begin(MockCouchbase couchbase, StoreProxy proxy) {
        begin.accept(couchbase, proxy);
    }

    public void end(MockCouchbase couchbase, StoreProxy proxy) {
        end.accept(couchbase, proxy);
    }
}
