/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.remote.LookupResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Stale values that are served while they cannot be reloaded. */
class StaleTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final Duration IMPATIENT = Duration.ofMillis(1);

    private final TestRegion.Store store = new TestRegion.Store();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch never = new CountDownLatch(1);
    private @Nullable TestRegion opened;

    @AfterEach
    void stop() {
        never.countDown();
        threads.shutdownNow();
        if (opened != null) {
            opened.close();
        }
    }

    /** A region with a stale value of each key, which L2 does not have any more. */
    private TestRegion stale(Duration softTimeout, int background, String... keys) {
        TestRegion node = new TestRegion(
                store,
                TestRegion.settings(0, TestRegion.STALE, softTimeout),
                builder -> builder.background(background, 1));
        opened = node;
        for (String key : keys) {
            node.region.put(key, PRODUCT);
        }
        store.documents.clear();
        node.pass(TestRegion.TTL);
        return node;
    }

    private Object hang() throws InterruptedException {
        never.await();
        return PRODUCT;
    }

    private static Object fail(AtomicInteger failures) {
        failures.incrementAndGet();
        throw new IllegalStateException("no source");
    }

    @Test
    void callerDoesNotWaitForALoadThatTakesLongAndLaterOnesNotAtAll() throws Exception {
        TestRegion node = stale(IMPATIENT, 1, "1");
        CountDownLatch gate = new CountDownLatch(1);
        Callable<Object> slow = () -> {
            gate.await();
            return AnyChange.NEW;
        };
        assertThat(node.region.load("1", slow)).isSameAs(PRODUCT);
        assertThat(node.stale(StaleReason.TIMEOUT)).isEqualTo(1);
        for (int i = 0; i < 100; i++) {
            assertThat(node.region.load("1", slow)).isSameAs(PRODUCT);
        }
        assertThat(node.stale(StaleReason.TIMEOUT)).isEqualTo(1);
        assertThat(node.stale(StaleReason.BACKOFF)).isEqualTo(100);
        gate.countDown();
        await().until(() -> node.inL1("1") == AnyChange.NEW);
        assertThat(node.counters().loads.sum()).isEqualTo(1);
    }

    @Test
    void callersThatArePatientGetTheNewValueOfOneLoad() throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        CountDownLatch gate = new CountDownLatch(1);
        Callable<Object> load = () -> node.region.load("1", () -> {
            gate.await();
            return AnyChange.NEW;
        });
        Future<Object> first = threads.submit(load);
        Future<Object> second = threads.submit(load);
        await().until(() -> node.counters().loads.sum() == 1);
        gate.countDown();
        assertThat(first.get()).isSameAs(AnyChange.NEW);
        assertThat(second.get()).isSameAs(AnyChange.NEW);
        assertThat(node.counters().loads.sum()).isEqualTo(1);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void failureThatNobodySeesIsSaidOnceWithWhatToSet(CapturedOutput output) throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1", "2");
        AtomicInteger failures = new AtomicInteger();
        // A cause of its own: the background loads of other tests may end late, and log then.
        String cause = "no source for this test";
        Callable<Object> failing = () -> {
            failures.incrementAndGet();
            throw new IllegalStateException(cause);
        };
        assertThat(node.region.load("1", failing)).isSameAs(PRODUCT);
        assertThat(node.region.load("2", failing)).isSameAs(PRODUCT);
        await().until(() -> output.toString().contains(cause));
        assertThat(failures).hasValue(2);
        assertThat(output.toString().lines().filter(line -> line.contains(cause)))
                .singleElement()
                .asString()
                .contains(
                        "a load in the background failed, and the value from before is served meanwhile (logged once)",
                        ".l1.refresh-ahead=0");
    }

    @Test
    void failingLoaderIsAskedOnceInAMomentAndFailsNoRead() throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertThat(node.region.load("1", () -> fail(failures))).isSameAs(PRODUCT);
        }
        assertThat(failures).hasValue(1);
        assertThat(node.stale(StaleReason.ERROR)).isEqualTo(1);
        assertThat(node.stale(StaleReason.BACKOFF)).isEqualTo(99);
        node.pass(Duration.ofSeconds(1));
        assertThat(node.region.load("1", () -> AnyChange.NEW)).isSameAs(AnyChange.NEW);
    }

    @Test
    void staleCopyHasAnEndAndThenTheLoadersFailureIsTold() {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        node.pass(TestRegion.STALE);
        assertThatIllegalStateException().isThrownBy(() -> node.region.load("1", () -> fail(new AtomicInteger())));
    }

    @Test
    void nullIsNotServedAfterItsTime() throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1);
        node.region.load("1", () -> null);
        node.pass(Duration.ofSeconds(5));
        store.documents.clear();
        assertThatIllegalStateException().isThrownBy(() -> node.region.load("1", () -> fail(new AtomicInteger())));
    }

    @Test
    void readWithoutALoaderGetsTheStaleCopyWhileL2IsOutOfReach() {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        store.failure = new IllegalStateException("down");
        assertThat(node.region.find("1").value()).isSameAs(PRODUCT);
        assertThat(node.region.find("1").value()).isSameAs(PRODUCT);
        assertThat(node.stale(StaleReason.ERROR)).isEqualTo(1);
        assertThat(node.stale(StaleReason.BACKOFF)).isEqualTo(1);
        assertThat(node.region.find("2")).isSameAs(LookupResult.UNAVAILABLE);
        node.pass(Duration.ofSeconds(1));
        assertThat(node.region.findLater("1"))
                .succeedsWithin(Duration.ofMinutes(1))
                .isEqualTo(LookupResult.of(PRODUCT));
        node.pass(TestRegion.STALE);
        assertThat(node.region.find("1")).isSameAs(LookupResult.UNAVAILABLE);
    }

    @Test
    void readWithoutALoaderLeavesASlowL2ThatIsStillHeard() {
        TestRegion node = stale(IMPATIENT, 1, "1");
        node.putElsewhere("1", AnyChange.NEW);
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.getGate = gate;
        assertThat(node.region.find("1").value()).isSameAs(PRODUCT);
        assertThat(node.stale(StaleReason.TIMEOUT)).isEqualTo(1);
        gate.complete(null);
        await().until(() -> AnyChange.NEW.equals(node.inL1("1")));
    }

    @Test
    void readWithoutALoaderBelievesL2ThatThereIsNothing() {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        assertThat(node.region.find("1")).isSameAs(LookupResult.ABSENT);
        store.failure = new IllegalStateException("down");
        assertThat(node.region.find("1")).isSameAs(LookupResult.UNAVAILABLE);
    }

    @Test
    void futuresLeaveWithTheStaleCopyToo() {
        TestRegion node = stale(IMPATIENT, 1, "1", "2");
        CompletableFuture<Object> source = new CompletableFuture<>();
        assertThat(node.region.loadLater("1", () -> source).join()).isSameAs(PRODUCT);
        assertThat(node.stale(StaleReason.TIMEOUT)).isEqualTo(1);
        source.complete(AnyChange.NEW);
        await().until(() -> node.inL1("1") == AnyChange.NEW);
        CompletableFuture<?> failing =
                node.region.loadLater("2", () -> CompletableFuture.failedFuture(new IllegalStateException()));
        assertThat(failing.join()).isSameAs(PRODUCT);
    }

    @Test
    void loadersThatHangTakeTheirSlotsAndNoReadWaitsForOne() throws Exception {
        TestRegion node = stale(IMPATIENT, 1, "1", "2", "3", "4");
        assertThat(node.region.load("1", this::hang)).isSameAs(PRODUCT);
        await().until(() -> node.counters().loads.sum() == 1);
        assertThat(node.region.load("2", this::hang)).isSameAs(PRODUCT);
        // One hangs, one waits, and there is no room for more.
        assertThat(node.region.load("3", this::hang)).isSameAs(PRODUCT);
        assertThat(node.stale(StaleReason.BUSY)).isEqualTo(1);
        // Without a copy a caller loads itself, also what waits for a slot.
        node.pass(TestRegion.STALE);
        assertThat(node.region.load("2", () -> AnyChange.NEW)).isSameAs(AnyChange.NEW);
        assertThat(node.region.load("4", () -> AnyChange.NEW)).isSameAs(AnyChange.NEW);
    }

    @Test
    void loaderThatHangsKeepsNoOtherKeyFromItsReload() throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 2, "1", "2");
        Future<Object> hanging = threads.submit(() -> node.region.load("1", this::hang));
        await().until(() -> node.counters().loads.sum() == 1);
        assertThat(node.region.load("2", () -> AnyChange.NEW)).isSameAs(AnyChange.NEW);
        assertThat(hanging).isNotDone();
    }

    @ParameterizedTest
    @EnumSource
    void changeWinsOverTheCopyThatACallerHoldsWhileItWaits(AnyChange change) throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Future<Object> waiting = threads.submit(() -> node.region.load("1", () -> {
            if (calls.getAndIncrement() > 0) {
                return AnyChange.NEW;
            }
            begun.countDown();
            gate.await();
            throw new IllegalStateException("no source");
        }));
        begun.await();
        change.make(node);
        gate.countDown();
        assertThat(waiting.get()).isEqualTo(AnyChange.NEW);
        assertThat(StaleReason.values()).allMatch(reason -> node.stale(reason) == 0);
    }

    @Test
    void tombstoneOfAnotherProcessIsBelievedBeforeItsMessageComes() throws Exception {
        TestRegion node = stale(TestRegion.PATIENT, 1, "1");
        try (TestRegion other = new TestRegion(store, Settings.plain())) {
            other.region.evict("1");
        }
        AtomicInteger failures = new AtomicInteger();
        assertThatIllegalStateException().isThrownBy(() -> node.region.load("1", () -> fail(failures)));
        assertThat(StaleReason.values()).allMatch(reason -> node.stale(reason) == 0);
    }
}
