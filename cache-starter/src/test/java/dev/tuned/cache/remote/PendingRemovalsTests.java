/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/** What L2 did not take is not believed, and repeated until it took it. */
@ExtendWith(OutputCaptureExtension.class)
class PendingRemovalsTests {

    private static final Product OLD = new Product("1", 1);
    private static final Product NEW = new Product("1", 2);
    private static final String DOCUMENT = "cache:products:g0:1";

    private final FakeStore store = new FakeStore();
    private final RemoteNode node = new RemoteNode(store);

    /** The region has been used: its clears are counted from here. */
    @BeforeEach
    void begin() {
        store.counters.put("cache:products:generation", 0L);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void removedKeyIsAbsentWhateverL2StillHas() {
        node.tier.replace("1", OLD).join();
        store.failWrites = true;
        assertThat(node.tier.remove("1").join()).isFalse();
        int gets = store.gets.get();
        assertThat(node.outcome("1")).isEqualTo(Outcome.ABSENT);
        assertThat(store.gets).hasValue(gets);
        assertThat(node.value("2")).isNull();
        assertThat(store.gets).hasValue(gets + 1);
    }

    @Test
    void valueLoadedAfterARemovalThatL2DoesNotHaveIsNotKeptThere() {
        store.failWrites = true;
        node.tier.remove("1").join();
        store.failWrites = false;
        assertThat(node.tier.keep("1", NEW, node.read("1")).join()).isEqualTo(L2Store.NO_CAS);
    }

    @Test
    void valueThatL2DidNotTakeLeavesTheKeyUnknown() {
        node.tier.replace("1", OLD).join();
        store.failWrites = true;
        assertThat(node.tier.replace("1", NEW).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(node.outcome("1")).isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void removalIsRepeatedUntilItGotThroughAndThenTold(CapturedOutput output) {
        node.tier.replace("1", OLD).join();
        store.failWrites = true;
        node.tier.remove("1").join();
        node.tier.remove("2").join();
        assertThat(output).containsOnlyOnce("Cache region 'products': L2 did not confirm an eviction");
        store.failWrites = false;
        await().until(() -> node.late.size() == 2);
        assertThat(store.documents.get(DOCUMENT)).isEqualTo(Tombstone.content());
        assertThat(node.late).containsExactlyInAnyOrder("1", "2");
        assertThat(node.read("1").cas()).isNotEqualTo(L2Store.NO_CAS);
        await().until(() -> output.toString().contains("Cache region 'products': L2 has confirmed every change"));
    }

    @Test
    void valueThatGotThroughEndsTheDoubtAboutAnEarlierRemoval() {
        store.failWrites = true;
        node.tier.remove("1").join();
        store.failWrites = false;
        node.tier.replace("1", NEW).join();
        assertThat(node.value("1")).isEqualTo(NEW);
    }

    @Test
    void removalOnItsWayHidesWhatL2Has() {
        node.tier.replace("1", OLD).join();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.putGate = gate;
        CompletableFuture<Boolean> removal = node.tier.remove("1");
        assertThat(node.outcome("1")).isEqualTo(Outcome.ABSENT);
        gate.complete(null);
        assertThat(removal.join()).isTrue();
        assertThat(node.read("1").cas()).isNotEqualTo(L2Store.NO_CAS);
    }

    @Test
    void repeatedRemovalDoesNotEndTheDoubtAboutALaterOne() {
        store.failWrites = true;
        node.tier.remove("1").join();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.putGate = gate;
        store.failWrites = false;
        await().until(() -> store.puts.get() >= 2);
        // The repeated one is on its way. What comes after it in L2 is outdated when the later one fails.
        store.failWrites = true;
        node.tier.remove("1").join();
        gate.complete(null);
        assertThat(node.outcome("1")).isEqualTo(Outcome.ABSENT);
        assertThat(node.read("1").id()).isNull();
    }

    @Test
    void clearEndsTheDoubtAboutSingleKeys() {
        node.tier.replace("1", OLD).join();
        store.failWrites = true;
        node.tier.remove("1").join();
        node.tier.clear().join();
        assertThat(node.read("1").id()).isEqualTo("cache:products:g1:1");
    }

    @Test
    void tooManyKeysAreClearedTogether() {
        node.tier.replace("1", OLD).join();
        store.failWrites = true;
        for (int i = 0; i <= PendingRemovals.MAX_KEYS; i++) {
            node.tier.remove(i);
        }
        assertThat(store.counters).containsEntry("cache:products:generation", 1L);
        assertThat(node.late).containsExactly("*");
        assertThat(node.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void clearThatDidNotGetThroughIsRepeatedWithoutAnyReadAndThenTold() {
        node.tier.replace("1", OLD).join();
        store.failure = new IllegalStateException("down");
        assertThat(node.tier.clear().join()).isFalse();
        store.failure = null;
        await().until(() -> node.late.contains("*"));
        assertThat(store.counters).containsEntry("cache:products:generation", 1L);
        assertThat(node.outcome("1")).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void repetitionThatCouldNotBeScheduledIsWithTheNextFailure() {
        AtomicBoolean fails = new AtomicBoolean();
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
                if (fails.getAndSet(false)) {
                    throw new OutOfMemoryError("no thread");
                }
                return super.schedule(task, delay, unit);
            }
        };
        try (RemoteNode fragile = new RemoteNode(store, Settings.plain(), scheduler)) {
            fragile.tier.replace("1", OLD).join();
            fragile.tier.replace("2", OLD).join();
            store.failWrites = true;
            fails.set(true);
            assertThatException().isThrownBy(() -> fragile.tier.remove("1").join());
            assertThat(fragile.tier.remove("2").join()).isFalse();
            store.failWrites = false;
            await().untilAsserted(() -> assertThat(fragile.late).containsExactlyInAnyOrder("1", "2"));
        }
    }
}
