/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.RequestCanceledException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.error.context.CancellationErrorContext;
import com.couchbase.client.core.msg.CancellationReason;
import com.couchbase.client.core.retry.RetryReason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.Settings;
import dev.tuned.cache.store.StoreListener.Operation;
import dev.tuned.cache.store.StoreListener.Outcome;
import dev.tuned.cache.store.StoreState.Breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class MonitoredStoreTests {

    private static final Duration TIMEOUT = Duration.ofMillis(250);
    private static final Duration OPEN = Duration.ofSeconds(1);
    private static final int THRESHOLD = 3;
    private static final String DOWN = "store 'x' does not answer";
    private static final String UP = "store 'x' answers again";

    private final AtomicLong now = new AtomicLong();
    private final ScriptedStore target = new ScriptedStore();
    private final List<String> heard = new ArrayList<>();
    private final MonitoredStore store = new MonitoredStore(
            target,
            Settings.breaker(THRESHOLD, OPEN),
            "store 'x'",
            List.of((operation, outcome, nanos) -> heard.add(operation + " " + outcome + " " + nanos)),
            now::get);

    @BeforeEach
    void reachOnce() {
        get();
        heard.clear();
        target.operations.set(0);
    }

    @Test
    void failuresInARowOpenTheBreakerAndThenNothingIsAsked() {
        target.fails(new IllegalStateException("down"));
        get(THRESHOLD + 100);
        assertThat(target.operations).hasValue(THRESHOLD);
        assertThat(store.state().breaker()).isEqualTo(Breaker.OPEN);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() ->
                        store.put("id", new byte[0], L2Store.NO_EXPIRY, TIMEOUT).join())
                .withCauseInstanceOf(BreakerOpenException.class)
                .satisfies(
                        thrown -> assertThat(thrown.getCause().getStackTrace()).isEmpty());
    }

    @Test
    void failingListenerAndUnknownFailureGiveThePermitBack() {
        target.fails(new IllegalStateException("down"));
        get(THRESHOLD);
        now.addAndGet(OPEN.toNanos());
        target.fails(new IllegalStateException("whose kind cannot be told"));
        target.kindFails = new OutOfMemoryError("no memory");
        get();
        assertThat(store.state().breaker()).isEqualTo(Breaker.OPEN);
        now.addAndGet(OPEN.toNanos());
        target.answers(null);
        get();
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
    }

    @Test
    void listenerThatFailsTakesNoAnswerAway() {
        MonitoredStore listened = new MonitoredStore(
                target,
                Settings.breaker(THRESHOLD, OPEN),
                "store 'y'",
                List.of((operation, outcome, nanos) -> {
                    throw new IllegalStateException("a listener");
                }),
                now::get);
        target.answers(7L);
        assertThat(listened.put("id", new byte[0], L2Store.NO_EXPIRY, TIMEOUT).join())
                .isEqualTo(7);
    }

    @Test
    void anAnswerInBetweenStartsTheCountAnew() {
        for (int round = 0; round < 5; round++) {
            target.fails(new IllegalStateException("down"));
            get(THRESHOLD - 1);
            assertThat(store.state().consecutiveFailures()).isEqualTo(THRESHOLD - 1);
            target.answers(null);
            get();
            assertThat(store.state().consecutiveFailures()).isZero();
        }
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
    }

    @Test
    void afterAWhileOneOperationProbesAndTheOthersAreStillRefused() {
        open();
        CompletableFuture<Object> slow = new CompletableFuture<>();
        target.answer = slow;
        now.addAndGet(OPEN.toNanos() - 1);
        get();
        assertThat(target.operations).hasValue(THRESHOLD);
        now.incrementAndGet();
        get(10);
        assertThat(target.operations).hasValue(THRESHOLD + 1);
        assertThat(store.state().breaker()).isEqualTo(Breaker.HALF_OPEN);

        target.answers(null);
        slow.complete(null);
        get(10);
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
        assertThat(target.operations).hasValue(THRESHOLD + 11);
    }

    @Test
    void failedProbeLeavesTheStoreAloneForAsLongAgain() {
        open();
        for (int probes = 1; probes <= 5; probes++) {
            now.addAndGet(OPEN.toNanos());
            get(10);
            assertThat(target.operations).hasValue(THRESHOLD + probes);
            assertThat(store.state().breaker()).isEqualTo(Breaker.OPEN);
        }
        assertThat(store.state().consecutiveFailures()).isEqualTo(THRESHOLD + 5);
    }

    @Test
    void probeThatNeverEndsIsFollowedByAnother() {
        open();
        target.answer = new CompletableFuture<>();
        now.addAndGet(OPEN.toNanos());
        get();
        now.addAndGet(TIMEOUT.plus(OPEN).toNanos());
        target.answers(null);
        get();
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
    }

    @Test
    void whatEndsLateSaysNothingAboutTheStateThatCameMeanwhile() {
        CompletableFuture<Object> lateSuccess = new CompletableFuture<>();
        CompletableFuture<Object> lateFailure = new CompletableFuture<>();
        target.answer = lateSuccess;
        get();
        target.answer = lateFailure;
        get(THRESHOLD);
        open();
        lateSuccess.complete(null);
        assertThat(store.state().breaker()).isEqualTo(Breaker.OPEN);

        target.answers(null);
        now.addAndGet(OPEN.toNanos());
        get();
        lateFailure.completeExceptionally(new IllegalStateException("late"));
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
    }

    static Stream<Throwable> answers() {
        return Stream.of(
                new ValueTooLargeException(null),
                new CompletionException(new ValueTooLargeException(null)),
                canceled(RetryReason.KV_LOCKED));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void whatTheStoreHasAgainstOneOperationIsAnAnswer(Throwable answer) {
        target.fails(new IllegalStateException("down"));
        get(THRESHOLD - 1);
        target.fails(answer);
        get(THRESHOLD);
        assertThat(store.state().consecutiveFailures()).isZero();
        assertThat(heard.get(heard.size() - 1)).isEqualTo("GET SUCCESS 0");
    }

    @Test
    void whatTheClientRefusesSaysNothingAboutTheStore(CapturedOutput output) {
        target.fails(InvalidArgumentException.fromMessage("key too long"));
        get(THRESHOLD);
        target.fails(new StackOverflowError());
        get(THRESHOLD);
        assertThat(store.state().consecutiveFailures()).isZero();
        assertThat(output).doesNotContain(DOWN);
        open();
        assertThat(output).containsOnlyOnce(DOWN);
    }

    @Test
    void listenersHearOfEveryOperationAndHowItEnded() {
        CompletableFuture<Object> pending = new CompletableFuture<>();
        target.answer = pending;
        var unused = store.add("id", 1, 0, TIMEOUT);
        now.addAndGet(7);
        pending.complete(true);
        target.fails(new TimeoutException());
        get();
        target.fails(canceled(RetryReason.ENDPOINT_NOT_AVAILABLE));
        get(THRESHOLD - 1);
        var refused = store.add("id", 1, 0, TIMEOUT);
        assertThat(refused).isCompletedExceptionally();
        assertThat(heard)
                .startsWith(Operation.ADD + " " + Outcome.SUCCESS + " 7", "GET TIMEOUT 0", "GET FAILURE 0")
                .endsWith("ADD REJECTED 0");
    }

    @Test
    void outageIsSaidOnceAndItsEndOnceAfterAQuietSecond(CapturedOutput output) {
        open();
        get(100);
        now.addAndGet(OPEN.toNanos());
        get();
        target.answers(null);
        now.addAndGet(OPEN.toNanos());
        get(100);
        assertThat(output).containsOnlyOnce(DOWN).containsOnlyOnce(UP);
    }

    @Test
    void aStoreThatAnswersNowAndThenIsNotBack(CapturedOutput output) {
        for (int i = 0; i < 50; i++) {
            target.fails(new IllegalStateException("down"));
            get();
            target.answers(null);
            now.addAndGet(Duration.ofMillis(900).toNanos());
            get();
        }
        assertThat(output).containsOnlyOnce(DOWN).doesNotContain(UP);
    }

    @Test
    void connectingForTheFirstTimeIsNoOutageUntilItTakesTooLong(CapturedOutput output) {
        MonitoredStore fresh =
                new MonitoredStore(target, Settings.breaker(THRESHOLD, OPEN), "store 'x'", List.of(), now::get);
        target.fails(new IllegalStateException("connecting"));
        for (int i = 0; i < THRESHOLD * 2; i++) {
            fresh.get("id", TIMEOUT).exceptionally(error -> null);
        }
        assertThat(fresh.state().breaker()).isEqualTo(Breaker.CLOSED);
        assertThat(fresh.state().reached()).isFalse();
        assertThat(fresh.state().lastError()).isEqualTo("IllegalStateException: connecting");
        assertThat(output).doesNotContain(DOWN);

        now.addAndGet(Duration.ofSeconds(MonitoredStore.MAX_CONNECT_SECONDS).toNanos());
        fresh.get("id", TIMEOUT).exceptionally(error -> null);
        assertThat(fresh.state().consecutiveFailures()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce(DOWN + ": reads are served from L1 and the loader")
                .contains("connecting");
    }

    @Test
    void endOfTheApplicationIsNoOutage(CapturedOutput output) {
        store.close();
        target.fails(canceled(RetryReason.UNKNOWN));
        get(THRESHOLD);
        assertThat(target.operations).hasValue(THRESHOLD);
        assertThat(store.state().breaker()).isEqualTo(Breaker.CLOSED);
        assertThat(output).doesNotContain(DOWN);
    }

    private void open() {
        target.fails(new IllegalStateException("down"));
        int before = target.operations.get();
        get(THRESHOLD);
        assertThat(target.operations).hasValue(before + THRESHOLD);
    }

    private void get() {
        get(1);
    }

    private void get(int times) {
        for (int i = 0; i < times; i++) {
            var unused = store.get("id", TIMEOUT);
        }
    }

    private static RequestCanceledException canceled(RetryReason reason) {
        return new RequestCanceledException(
                "canceled", CancellationReason.noMoreRetries(reason), new CancellationErrorContext(null));
    }
}
