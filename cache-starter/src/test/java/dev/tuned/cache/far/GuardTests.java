/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The hard time-out and the breakers, without a Redis. */
@Timeout(30)
class GuardTests {

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Guard impatient = new Guard(Duration.ofMillis(100), Executors.defaultThreadFactory());
    private final Guard guard = new Guard(Duration.ofSeconds(20), Executors.defaultThreadFactory());

    @AfterEach
    void close() {
        goOn.countDown();
        guard.close();
        impatient.close();
    }

    private Boolean hang() throws InterruptedException {
        goOn.await();
        return true;
    }

    private static Boolean lost() {
        throw new RedisConnectionFailureException("lost");
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThatExceptionOfType(RedisConnectionFailureException.class)
                    .isThrownBy(() -> guard.readBlocking(GuardTests::lost));
        }
    }

    @Test
    void readIsGivenUpAfterTheHardTimeout() {
        long begin = System.nanoTime();
        assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> impatient.readBlocking(this::hang));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void clientsReadIsCancelledWhenItIsLate() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> impatient.read(() -> answer));

        assertThat(answer).isCancelled();
    }

    @Test
    void afterFiveFailuresRedisIsNotAskedForAWhile() {
        fail(4);
        assertThat(guard.readBreaker().isOpen()).isFalse();
        fail(1);
        assertThat(guard.readBreaker().isOpen()).isTrue();
        AtomicInteger asked = new AtomicInteger();

        assertThatExceptionOfType(RedisConnectionFailureException.class)
                .isThrownBy(() -> guard.readBlocking(asked::incrementAndGet));

        assertThat(asked).hasValue(0);
        assertThat(guard.readBreaker().rejected()).isEqualTo(1);
        assertThat(guard.changeBreaker().isOpen()).isFalse();
        await().until(() -> guard.readBreaker().mayTry());
        assertThat(guard.readBlocking(asked::incrementAndGet)).isEqualTo(1);
        assertThat(guard.readBreaker().isOpen()).isFalse();
    }

    @Test
    void successEndsTheRow() {
        fail(4);
        assertThat(guard.readBlocking(() -> true)).isTrue();
        fail(4);

        assertThat(guard.readBreaker().isOpen()).isFalse();
    }

    @Test
    void errorThatRedisAnswersDoesNotCount() {
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(RedisSystemException.class)
                    .isThrownBy(() -> guard.readBlocking(() -> {
                        throw new RedisSystemException("OOM", null);
                    }));
        }
        assertThat(guard.readBreaker().isOpen()).isFalse();
        assertThat(guard.readBreaker().failures()).isEqualTo(10);
    }

    @Test
    void whatHasNotBegunDoesNotCount() {
        for (int i = 0; i < 4; i++) {
            assertThatExceptionOfType(QueryTimeoutException.class)
                    .isThrownBy(() -> impatient.change(this::hang, true, true));
        }
        for (int i = 0; i < 12; i++) {
            assertThat(impatient.change(this::hang, false, true)).isNull();
        }
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(QueryTimeoutException.class)
                    .isThrownBy(() -> impatient.change(() -> true, true, true));
        }
        assertThat(impatient.changeBreaker().isOpen()).isFalse();
    }

    @Test
    void trialIsGivenBack() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> impatient.readBlocking(GuardTests::lost));
        }
        for (int i = 0; i < 3; i++) {
            await().until(() -> impatient.readBreaker().mayTry());
            assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> impatient.readBlocking(this::hang));
            assertThat(impatient.readBreaker().isOpen()).isTrue();
        }
        await().until(() -> impatient.readBreaker().mayTry());
    }

    @Test
    void backgroundWorkThatAskedNothingTellsNothing() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(RedisConnectionFailureException.class)
                    .isThrownBy(() -> guard.change(GuardTests::lost, true, true));
        }
        CountDownLatch ran = new CountDownLatch(1);
        await().until(() -> guard.changeBreaker().mayTry());
        guard.changeLater(
                () -> {
                    ran.countDown();
                    return false;
                },
                () -> {});
        await().until(() -> ran.getCount() == 0 && guard.changeBreaker().mayTry());

        assertThat(guard.changeBreaker().isOpen()).isTrue();
    }

    @Test
    void whatIsLaterThanTheBreakerAllowsIsDoneOtherwise() {
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(RedisConnectionFailureException.class)
                    .isThrownBy(() -> guard.change(GuardTests::lost, true, true));
        }
        CountDownLatch otherwise = new CountDownLatch(1);
        guard.changeLater(() -> true, otherwise::countDown);

        await().until(() -> otherwise.getCount() == 0);
    }
}
