/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The hard time-out and the breakers, without a Redis. */
@Timeout(120)
class GuardTests {

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Guard impatient = new Guard(
            "Redis",
            "a test",
            RedisSystemException.class::isInstance,
            Duration.ofMillis(100),
            Executors.defaultThreadFactory());
    private final Guard guard = new Guard(
            "Redis",
            "a test",
            RedisSystemException.class::isInstance,
            Duration.ofSeconds(20),
            Executors.defaultThreadFactory());

    @AfterEach
    void close() {
        goOn.countDown();
        guard.close();
        impatient.close();
    }

    private Boolean hang() {
        try {
            return goOn.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Boolean lost() {
        throw new RedisConnectionFailureException("lost");
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThatExceptionOfType(DataAccessResourceFailureException.class)
                    .isThrownBy(() -> guard.call(GuardTests::lost, true, false));
        }
    }

    @Test
    void readIsGivenUpAfterTheHardTimeout() {
        long begin = System.nanoTime();
        assertThatExceptionOfType(QueryTimeoutException.class)
                .isThrownBy(() -> impatient.call(this::hang, true, false));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void clientsReadIsCancelledWhenItIsLate() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> impatient.ask(() -> answer, false));

        assertThat(answer).isCancelled();
    }

    @Test
    void futureIsGivenUpInTimeWhileAllThreadsWait() {
        for (int i = 0; i < 16; i++) {
            assertThat(impatient.call(this::hang, false, false)).isNull();
        }

        assertThat(impatient.askAsync(CompletableFuture<Boolean>::new))
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withCauseInstanceOf(QueryTimeoutException.class);
    }

    @Test
    void afterFiveFailuresRedisIsNotAskedForAWhile() {
        fail(4);
        assertThat(guard.isOpen()).isFalse();
        fail(1);
        assertThat(guard.isOpen()).isTrue();
        AtomicInteger asked = new AtomicInteger();

        assertThatExceptionOfType(DataAccessResourceFailureException.class)
                .isThrownBy(() -> guard.call(asked::incrementAndGet, true, false));

        assertThat(asked).hasValue(0);
        await().until(() -> guard.mayTry());
        assertThat(guard.call(asked::incrementAndGet, true, false)).isEqualTo(1);
        assertThat(guard.isOpen()).isFalse();
    }

    @Test
    void successEndsTheRow() {
        fail(4);
        assertThat(guard.call(() -> true, true, false)).isTrue();
        fail(4);

        assertThat(guard.isOpen()).isFalse();
    }

    @Test
    void errorThatRedisAnswersDoesNotCount() {
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(RedisSystemException.class)
                    .isThrownBy(() -> guard.call(
                            () -> {
                                throw new RedisSystemException("OOM", null);
                            },
                            true,
                            false));
        }
        assertThat(guard.isOpen()).isFalse();
        assertThat(guard.failures()).isEqualTo(10);
    }

    @Test
    void whatHasNotBegunDoesNotCount() {
        for (int i = 0; i < 4; i++) {
            assertThatExceptionOfType(QueryTimeoutException.class)
                    .isThrownBy(() -> impatient.call(this::hang, true, false));
        }
        for (int i = 0; i < 12; i++) {
            assertThat(impatient.call(this::hang, false, false)).isNull();
        }
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(QueryTimeoutException.class)
                    .isThrownBy(() -> impatient.call(() -> true, true, false));
        }
        assertThat(impatient.isOpen()).isFalse();
    }

    @Test
    void whatMayBeLateGoesOnAndIsNoFailure() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);

        for (int i = 0; i < 5; i++) {
            assertThat(impatient.<Boolean>call(
                            () -> {
                                hang();
                                ended.countDown();
                                return true;
                            },
                            true,
                            true))
                    .isNull();
        }

        assertThat(impatient.isOpen()).isFalse();
        goOn.countDown();
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(impatient.failures()).isZero();
    }

    @Test
    void oneOperationTriesEachHalfSecond() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> impatient.call(GuardTests::lost, true, false));
        }
        for (int i = 0; i < 3; i++) {
            await().until(() -> impatient.mayTry());
            assertThatExceptionOfType(QueryTimeoutException.class)
                    .isThrownBy(() -> impatient.call(this::hang, true, false));
            assertThat(impatient.isOpen()).isTrue();
        }
        await().until(() -> impatient.mayTry());
    }

    @Test
    void backgroundWorkThatAskedNothingTellsNothing() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(DataAccessResourceFailureException.class)
                    .isThrownBy(() -> guard.call(GuardTests::lost, true, false));
        }
        AtomicInteger otherwise = new AtomicInteger();
        await().until(() -> guard.mayTry());

        guard.begin(() -> CompletableFuture.completedFuture(false), otherwise::incrementAndGet);

        assertThat(guard.mayTry()).as("it gave its trial back").isTrue();
        assertThat(otherwise).hasValue(0);
        assertThat(guard.isOpen()).isTrue();
    }

    @Test
    void whatIsLaterThanTheBreakerAllowsIsDoneOtherwise() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(DataAccessResourceFailureException.class)
                    .isThrownBy(() -> guard.call(GuardTests::lost, true, false));
        }
        CountDownLatch otherwise = new CountDownLatch(1);
        guard.later(() -> CompletableFuture.completedFuture(true), otherwise::countDown);

        await().until(() -> otherwise.getCount() == 0);
    }
}
