/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Who loads a key that several processes miss. */
class LeasesTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final String LEASE = "cache:~lease:products:v1:g0:1";

    private final FakeStore store = new FakeStore();
    private final RemoteNode one = new RemoteNode(store, shared(Duration.ofMillis(1500)));
    private final RemoteNode other = new RemoteNode(store, shared(Duration.ofMillis(1500)));

    @AfterEach
    void stop() {
        one.close();
        other.close();
    }

    private static RegionSettings shared(Duration lease) {
        RegionSettings plain = Settings.plain();
        return new RegionSettings(
                plain.name(),
                plain.local(),
                plain.remote(),
                plain.staleIfError(),
                plain.negativeTtl(),
                plain.valueType(),
                plain.schemaVersion(),
                plain.copyOnRead(),
                new RegionSettings.SingleFlight(true, lease));
    }

    private static CompletableFuture<Turn> turn(RemoteNode node) {
        return node.tier.turn("1", node.read("1"));
    }

    @Test
    void secondProcessGetsWhatTheFirstLoads() {
        Turn first = turn(one).join();
        assertThat(first.hit()).isNull();
        CompletableFuture<Turn> second = turn(other);
        int gets = store.gets.get();
        await().until(() -> store.gets.get() >= gets + 2);
        assertThat(second).isNotDone();
        one.tier.keep("1", PRODUCT, first.basis()).join();
        first.end().run();
        assertThat(requireNonNull(second.join().hit()).value()).isEqualTo(PRODUCT);
        await().until(() -> !store.documents.containsKey(LEASE));
    }

    @Test
    void leaseHasItsTimeInWholeSeconds() {
        turn(one).join();
        assertThat(store.expiries).containsEntry(LEASE, Duration.ofSeconds(2));
    }

    @Test
    void secondProcessLoadsWhenTheFirstGaveUp() {
        Turn first = turn(one).join();
        CompletableFuture<Turn> second = turn(other);
        first.end().run();
        assertThat(second.join().hit()).isNull();
        assertThat(store.documents).containsKey(LEASE);
    }

    @Test
    void secondProcessLoadsWithoutALeaseWhenItsTimeIsOver() {
        turn(one).join();
        CompletableFuture<Turn> second = turn(other);
        int gets = store.gets.get();
        await().until(() -> store.gets.get() >= gets + 2);
        assertThat(second).isNotDone();
        other.now.addAndGet(Duration.ofMillis(1500).toNanos());
        assertThat(second.join().hit()).isNull();
    }

    @Test
    void processThatLoadedForTooLongDoesNotEndTheLeaseOfTheNext() {
        Turn first = turn(one).join();
        store.documents.remove(LEASE);
        Turn second = turn(other).join();
        first.end().run();
        assertThat(store.documents).containsKey(LEASE);
        second.end().run();
        assertThat(store.documents).doesNotContainKey(LEASE);
    }

    @Test
    void whoGetsTheLeaseJustAfterAnotherLoadedTakesItsValue() {
        RemoteRead before = other.read("1");
        one.tier.replace("1", PRODUCT).join();
        Turn turn = other.tier.turn("1", before).join();
        assertThat(requireNonNull(turn.hit()).value()).isEqualTo(PRODUCT);
        assertThat(store.documents).doesNotContainKey(LEASE);
    }

    @Test
    void everybodyLoadsAtOnceWhileL2DoesNotAnswer() {
        RemoteRead before = one.read("1");
        store.failure = new IllegalStateException("down");
        Turn turn = one.tier.turn("1", before).join();
        assertThat(turn.hit()).isNull();
        assertThat(one.tier.turn("1", one.read("1")).join().hit()).isNull();
    }

    @Test
    void valueLoadedUnderALeaseDoesNotWinOverARemoval() {
        Turn turn = turn(one).join();
        other.tier.remove("1").join();
        assertThat(one.tier.keep("1", PRODUCT, turn.basis()).join()).isEqualTo(L2Store.NO_CAS);
    }

    @Test
    void withoutTheOptionNobodyWaits() {
        try (RemoteNode plain = new RemoteNode(store)) {
            turn(one).join();
            assertThat(turn(plain).join().hit()).isNull();
        }
    }
}
