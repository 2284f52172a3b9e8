/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** On what basis a value gets into L2. */
class RemoteCacheTests {

    private static final Product OLD = new Product("1", 1);
    private static final Product NEW = new Product("1", 2);
    private static final String DOCUMENT = "cache:products:g0:1";

    private final FakeStore store = new FakeStore();
    private final RemoteNode one = new RemoteNode(store);
    private final RemoteNode other = new RemoteNode(store);

    /** The region has been used: its clears are counted from here. */
    @BeforeEach
    void begin() {
        store.counters.put("cache:products:generation", 0L);
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
    }

    @Test
    void loadedValueIsKeptWhereNothingWas() {
        long cas = one.tier.keep("1", OLD, one.read("1")).join();
        assertThat(one.read("1").cas()).isEqualTo(cas).isNotEqualTo(L2Store.NO_CAS);
        assertThat(other.value("1")).isEqualTo(OLD);
    }

    @Test
    void valueWhoseLoadBeganBeforeARemovalElsewhereIsNotKept() {
        RemoteRead before = one.read("1");
        other.tier.remove("1").join();
        assertThat(one.tier.keep("1", OLD, before).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(one.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void valueWhoseLoadBeganBeforeAnotherRemovalIsNotKeptInPlaceOfTheFirstTombstone() {
        one.tier.remove("1").join();
        RemoteRead before = one.read("1");
        other.tier.remove("1").join();
        assertThat(one.tier.keep("1", OLD, before).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(one.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void valueLoadedAfterARemovalTakesThePlaceOfTheTombstone() {
        other.tier.remove("1").join();
        assertThat(store.expiries).containsEntry(DOCUMENT, Tombstone.EXPIRY);
        RemoteRead after = one.read("1");
        assertThat(after.outcome()).isEqualTo(Outcome.ABSENT);
        assertThat(after.cas()).isNotEqualTo(L2Store.NO_CAS);
        assertThat(one.tier.keep("1", NEW, after).join()).isNotEqualTo(L2Store.NO_CAS);
        assertThat(other.value("1")).isEqualTo(NEW);
    }

    @Test
    void loadedValueDoesNotTakeThePlaceOfOneThatWasPutMeanwhile() {
        RemoteRead before = one.read("1");
        other.tier.replace("1", NEW).join();
        assertThat(one.tier.keep("1", OLD, before).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(one.value("1")).isEqualTo(NEW);
    }

    @Test
    void loadThatLastedLongerThanATombstoneStandsIsNotKept() {
        RemoteRead before = one.read("1");
        one.now.addAndGet(Tombstone.MAX_LOAD.toNanos() + 1);
        assertThat(one.tier.keep("1", OLD, before).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(store.documents).isEmpty();
        assertThat(Tombstone.MAX_LOAD).isLessThan(Tombstone.EXPIRY);
    }

    @Test
    void valueWhoseLoadBeganBeforeAClearElsewhereIsNotFoundAfterIt() {
        RemoteRead before = one.read("1");
        other.tier.clear().join();
        one.tier.clearedElsewhere();
        one.tier.keep("1", OLD, before).join();
        assertThat(one.outcome("1")).isEqualTo(Outcome.ABSENT);
        assertThat(other.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void clearElsewhereIsSeenBeforeTheNextReadAndNotOnlyLater() {
        one.tier.replace("1", OLD).join();
        assertThat(one.value("1")).isEqualTo(OLD);
        other.tier.clear().join();
        one.tier.clearedElsewhere();
        assertThat(one.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void removalInAGenerationThatAnotherProcessHasEndedIsMadeInTheNextToo() {
        assertThat(one.outcome("1")).isEqualTo(Outcome.ABSENT);
        other.tier.clear().join();
        other.tier.replace("1", OLD).join();
        one.tier.remove("1").join();
        assertThat(other.value("1")).isEqualTo(OLD);
        one.tier.clearedElsewhere();
        assertThat(one.value("1")).isNull();
        await().until(() -> one.late.contains("1"));
        assertThat(other.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void manyChangesInARowBringTheNextLookAtTheGenerationForward() {
        one.read("1");
        int before = store.adds.get();
        for (int i = 0; i < ChangesSinceGenerationRead.MAX_KEYS; i++) {
            one.tier.replace(i, OLD).join();
        }
        one.read("1");
        assertThat(store.adds).hasValue(before + 1);
        one.tier.replace("1", OLD).join();
        assertThat(store.adds).hasValue(before + 1);
    }

    @Test
    void undecodableDocumentIsReplacedOnlyIfItIsStillThere() {
        store.documents.put(DOCUMENT, "[1]".getBytes(StandardCharsets.UTF_8));
        RemoteRead read = one.read("1");
        assertThat(one.tier.decode(read)).isSameAs(LookupResult.ABSENT);
        other.tier.replace("1", NEW).join();
        assertThat(one.tier.keep("1", OLD, read).join()).isEqualTo(L2Store.NO_CAS);
        store.documents.put(DOCUMENT, "[2]".getBytes(StandardCharsets.UTF_8));
        assertThat(one.tier.keep("1", OLD, one.read("1")).join()).isNotEqualTo(L2Store.NO_CAS);
        assertThat(other.value("1")).isEqualTo(OLD);
    }

    @Test
    void valueLoadedBecauseAReadFailedIsKeptWhereNothingIs() {
        one.read("warm");
        store.failure = new IllegalStateException("down");
        RemoteRead failed = one.read("1");
        assertThat(failed.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        store.failure = null;
        assertThat(one.tier.keep("1", NEW, failed).join()).isNotEqualTo(L2Store.NO_CAS);
        other.tier.remove("1").join();
        assertThat(one.tier.keep("1", OLD, failed).join()).isEqualTo(L2Store.NO_CAS);
    }

    @Test
    void valueLoadedWhileTheGenerationWasUnknownIsNotKept() {
        store.failure = new IllegalStateException("down");
        RemoteRead failed = one.read("1");
        store.failure = null;
        assertThat(one.tier.keep("1", OLD, failed).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(store.documents).isEmpty();
    }

    @Test
    void sameCasTellsThatADocumentNeedNotBeParsedAgain() {
        long cas = one.tier.replace("1", OLD).join();
        assertThat(one.read("1").cas()).isEqualTo(cas);
        assertThat(one.read("1").cas()).isEqualTo(cas);
        other.tier.replace("1", OLD).join();
        assertThat(one.read("1").cas()).isNotEqualTo(cas);
    }

    @Test
    void clearAfterABucketWasFlushedDoesNotMeetWhatAnotherProcessHasWrittenSince() {
        one.read("1");
        other.read("1");
        other.tier.clear().join();
        store.documents.clear();
        store.counters.clear();
        other.tier.replace("1", OLD).join();
        one.tier.clear().join();
        assertThat(one.value("1")).isNull();
    }

    /** Couchbase has lost the counter and kept the documents, and no process is left that knew the number. */
    @Test
    void processThatStartsAfterTheCounterWasLostReadsNothingFromBeforeAClear() {
        one.tier.replace("1", OLD).join();
        assertThat(store.documents).containsKey(DOCUMENT);
        one.tier.clear().join();
        store.counters.clear();
        assertThat(other.outcome("1")).isEqualTo(Outcome.ABSENT);
        other.tier.replace("1", NEW).join();
        store.counters.clear();
        try (RemoteNode third = new RemoteNode(store)) {
            assertThat(third.outcome("1")).as("what the second wrote").isEqualTo(Outcome.ABSENT);
        }
    }

    @Test
    void changeInTheGenerationOfALostCounterReachesAProcessThatStartedAnotherOne() {
        one.tier.replace("1", OLD).join();
        store.counters.clear();
        other.tier.replace("1", OLD).join();
        one.tier.remove("1").join();
        assertThat(one.tier.verify()).isTrue();
        await().untilAsserted(() -> assertThat(other.outcome("1")).isEqualTo(Outcome.ABSENT));
        assertThat(one.late).contains("1");
    }

    @Test
    void putIfAbsentWritesOnlyWhereNoValueIs() {
        assertThat(putIfAbsent(one, OLD)).isSameAs(LookupResult.ABSENT);
        assertThat(putIfAbsent(other, NEW)).isEqualTo(LookupResult.of(OLD));
        one.tier.remove("1").join();
        assertThat(putIfAbsent(other, NEW)).isSameAs(LookupResult.ABSENT);
        assertThat(one.value("1")).isEqualTo(NEW);
    }

    private static LookupResult putIfAbsent(RemoteNode node, Product value) {
        return node.tier.decode(node.tier.putIfAbsent("1", value).join());
    }

    @Test
    void cachedNullIsAValueAndATombstoneIsNone() {
        one.tier.replace("1", null).join();
        assertThat(other.tier.decode(other.read("1"))).isEqualTo(LookupResult.of(null));
        one.tier.remove("1").join();
        assertThat(other.tier.decode(other.read("1"))).isSameAs(LookupResult.ABSENT);
    }
}
