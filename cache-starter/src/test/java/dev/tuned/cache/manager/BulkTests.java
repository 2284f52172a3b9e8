/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.tuned.cache.Product;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.remote.LookupResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/** Reads of several keys. */
class BulkTests {

    private static final List<String> KEYS = List.of("3", "1", "2");

    private final TestRegion.Store store = new TestRegion.Store();
    private final TestRegion node =
            new TestRegion(store, TestRegion.settings(0.8, TestRegion.STALE, TestRegion.PATIENT));
    private final RegionUnderTest region = node.region;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Set<String>> asked = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        node.close();
    }

    private static Product product(String key) {
        return new Product(key, 1);
    }

    private Map<String, Product> load(Set<String> keys) {
        asked.add(keys);
        Map<String, Product> values = new HashMap<>();
        keys.forEach(key -> values.put(key, product(key)));
        return values;
    }

    @Test
    void everyQuestionIsAskedBeforeAnAnswerIsWaitedFor() throws Exception {
        region.put("1", product("1"));
        node.putElsewhere("2", product("2"));
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.getGate = gate;
        Future<Map<String, LookupResult>> reading = threads.submit(() -> region.getAll(KEYS));
        await().until(() -> store.gets.get() == 2);
        assertThat(reading).isNotDone();
        gate.complete(null);
        assertThat(reading.get())
                .containsExactly(
                        entry("3", LookupResult.ABSENT),
                        entry("1", LookupResult.of(product("1"))),
                        entry("2", LookupResult.of(product("2"))));
        assertThat(node.inL1("2")).isEqualTo(product("2"));
    }

    @Test
    void whatNeitherLevelHasComesFromOneCall() throws Exception {
        region.put("1", product("1"));
        node.putElsewhere("2", product("2"));
        assertThat(region.getAllOrLoad(List.of("3", "1", "4", "2"), this::load).keySet())
                .containsExactly("3", "1", "4", "2");
        assertThat(asked).containsExactly(Set.of("3", "4"));
        assertThat(region.getAllOrLoad(KEYS, this::load)).containsEntry("3", product("3"));
        assertThat(asked).hasSize(1);
    }

    @Test
    void keyThatTheLoaderLeavesOutIsKeptAsNull() throws Exception {
        assertThat(region.getAllOrLoad(List.of("1"), keys -> Map.of())).containsEntry("1", null);
        assertThat(region.find("1")).isEqualTo(LookupResult.of(null));
    }

    @Test
    void failureOfTheCallReachesItsCallerAndThoseWhoJoined() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<?> bulk = threads.submit(() -> region.getAllOrLoad(KEYS, keys -> {
            begun.countDown();
            await().until(() -> gate.getCount() == 0);
            throw new IllegalStateException("no source");
        }));
        begun.await();
        Future<?> joined = threads.submit(() -> region.load("1", () -> product("1")));
        await().until(() -> node.counters().joined.sum() == 1);
        gate.countDown();
        assertThat(bulk)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withRootCauseInstanceOf(IllegalStateException.class);
        assertThat(joined)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void keyThatAnotherCallerLoadsIsWaitedForAndNotLoadedAgain() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<?> single = threads.submit(() -> region.load("1", () -> {
            begun.countDown();
            gate.await();
            return AnyChange.NEW;
        }));
        begun.await();
        Future<Map<String, ?>> bulk = threads.submit(() -> region.getAllOrLoad(KEYS, this::load));
        await().until(() -> node.counters().joined.sum() == 1);
        gate.countDown();
        assertThat(bulk.get().get("1")).isSameAs(AnyChange.NEW);
        assertThat(single.get()).isSameAs(AnyChange.NEW);
        assertThat(asked).containsExactly(Set.of("2", "3"));
    }

    @Test
    void staleValuesAreReloadedTogetherInTheBackground() throws Exception {
        KEYS.forEach(key -> region.put(key, AnyChange.NEW));
        store.documents.clear();
        node.pass(TestRegion.TTL);
        assertThat(region.getAllOrLoad(KEYS, this::load)).containsEntry("1", product("1"));
        assertThat(asked).containsExactly(Set.copyOf(KEYS));
        store.documents.clear();
        node.pass(TestRegion.TTL);
        Map<String, ?> values = region.getAllOrLoad(KEYS, keys -> {
            throw new IllegalStateException("no source");
        });
        assertThat(values).hasSize(3).doesNotContainValue(null);
        assertThat(node.stale(StaleReason.ERROR)).isEqualTo(3);
    }

    /** Waiting for one after another would take 120 s. */
    @Test
    @Timeout(60)
    void staleKeysAreWaitedForTogether() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (TestRegion impatient =
                new TestRegion(store, TestRegion.settings(0, TestRegion.STALE, Duration.ofSeconds(2)))) {
            List<String> keys =
                    IntStream.range(0, 60).mapToObj(Integer::toString).toList();
            keys.forEach(key -> impatient.region.put(key, AnyChange.NEW));
            store.documents.clear();
            impatient.pass(TestRegion.TTL);
            Map<String, ?> values = impatient.region.getAllOrLoad(keys, missing -> {
                await().forever().until(() -> gate.getCount() == 0);
                return load(missing);
            });
            assertThat(values.values()).allMatch(AnyChange.NEW::equals);
            assertThat(impatient.stale(StaleReason.TIMEOUT)).isEqualTo(keys.size());
        } finally {
            gate.countDown();
        }
    }

    @Test
    void entriesThatAreDueAreReadAnewTogetherWhileTheyAreServed() throws Exception {
        KEYS.forEach(key -> region.put(key, AnyChange.NEW));
        store.documents.clear();
        node.pass(Duration.ofSeconds(48));
        assertThat(region.getAllOrLoad(KEYS, this::load)).containsEntry("1", AnyChange.NEW);
        await().until(() -> product("2").equals(node.inL1("2")));
        assertThat(asked).containsExactly(Set.copyOf(KEYS));
        assertThat(node.counters().refreshes.sum()).isEqualTo(3);
    }

    @Test
    void outageIsToldForTheKeysWithoutACopy() {
        region.put("1", product("1"));
        node.pass(TestRegion.TTL);
        store.failure = new IllegalStateException("down");
        assertThat(region.getAll(List.of("1", "2")))
                .containsExactly(entry("1", LookupResult.of(product("1"))), entry("2", LookupResult.UNAVAILABLE));
    }

    @Test
    void loadThatAsksForItsOwnKeysDoesNotWaitForItself() throws Exception {
        assertThat(region.getAllOrLoad(KEYS, keys -> {
                    try {
                        return Map.of(
                                "1", (Product) java.util.Objects.requireNonNull(region.load("1", () -> product("1"))));
                    } catch (Exception ex) {
                        throw new IllegalStateException(ex);
                    }
                }))
                .containsEntry("1", product("1"));
        assertThatIllegalStateException()
                .isThrownBy(() -> region.getAllOrLoad(List.of("9"), keys -> {
                    throw new IllegalStateException("no source");
                }));
    }
}
