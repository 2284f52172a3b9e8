/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A pool that grows in a real Tomcat, with callers over sockets. */
@Tag("thorough")
class GrowingPoolIT {

    private static final int MAX = 600;

    /** Where others load the machine a trial may show no gain; the next ones follow after one and two minutes. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Callable<?> WAITS = () -> {
        Thread.sleep(400);
        return null;
    };

    @Test
    void growsWhileRequestsWaitAndLosesNone() throws Exception {
        try (WaitingService service = new WaitingService(WAITS, true, MAX);
                Callers callers = new Callers(service.port(), MAX)) {
            await().atMost(PATIENCE).until(() -> service.protocol.getMaxThreads() == MAX && service.threads() == MAX);
            assertThat(service.trials("last")).isZero();
            assertThat(service.trials("kept")).isPositive();
            assertThat(callers.failures).hasValue(0);
        }
    }

    /** Nothing ends, so that there is no rate to compare. */
    @Test
    void longPollsThatTakeAllThreadsLetOthersThrough() throws Exception {
        AtomicInteger polls = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        Callable<?> work = () -> {
            if (polls.incrementAndGet() <= 205) {
                end.await();
            }
            return null;
        };
        try (WaitingService service = new WaitingService(work, true, MAX);
                Callers callers = new Callers(service.port(), 206)) {
            await().atMost(PATIENCE).until(() -> callers.successes.get() > 0);
            assertThat(polls).hasValueGreaterThan(205);
            end.countDown();
        }
    }

    @Test
    void aSizeThatOthersSetStays() throws Exception {
        try (WaitingService service = new WaitingService(WAITS, true, MAX);
                Callers callers = new Callers(service.port(), MAX)) {
            await().atMost(PATIENCE).until(() -> service.protocol.getMaxThreads() > 200);
            service.protocol.setMaxThreads(30);
            await().atMost(PATIENCE).until(() -> service.obstacle() != null);
            assertThat(service.obstacle()).isEqualTo("set to 30 by others");
            TimeUnit.SECONDS.sleep(3);
            assertThat(service.protocol.getMaxThreads()).isEqualTo(30);
            assertThat(callers.failures).hasValue(0);
        }
    }

    /** As in a context that is paused and goes on. */
    @Test
    void aConnectorThatIsStartedAgainBeginsWithItsSize() throws Exception {
        try (WaitingService service = new WaitingService(WAITS, true, MAX)) {
            try (Callers callers = new Callers(service.port(), MAX)) {
                await().atMost(PATIENCE).until(() -> service.protocol.getMaxThreads() > 200);
                assertThat(callers.failures).hasValue(0);
            }
            Connector connector = service.tomcat().getConnector();
            connector.stop();
            connector.start();
            assertThat(service.protocol.getMaxThreads()).isEqualTo(200);
            assertThat(service.obstacle()).isNull();
            try (Callers callers = new Callers(service.port(), MAX)) {
                await().atMost(PATIENCE).until(() -> service.protocol.getMaxThreads() > 200);
                assertThat(callers.failures).hasValue(0);
            }
        }
    }

    /** A request beyond the first 200 fails: stock never has one. */
    @Test
    void aTrialThatFailsIsTheLastUntilTrialsAreAllowedAgain() throws Exception {
        AtomicInteger inService = new AtomicInteger();
        Callable<?> scarce = () -> {
            try {
                if (inService.incrementAndGet() > 200) {
                    throw new IllegalStateException("too many");
                }
                return WAITS.call();
            } finally {
                inService.decrementAndGet();
            }
        };
        try (WaitingService service = new WaitingService(scarce, true, MAX);
                Callers callers = new Callers(service.port(), MAX)) {
            await().atMost(PATIENCE)
                    .until(() -> service.trials("last") == 1 && service.protocol.getMaxThreads() == 200);
            TimeUnit.SECONDS.sleep(2);
            int failures = callers.failures.get();
            assertThat(failures).isPositive();
            TimeUnit.SECONDS.sleep(4);
            assertThat(service.protocol.getMaxThreads()).isEqualTo(200);
            assertThat(callers.failures).hasValue(failures);
            service.pool.beginAgain();
            await().atMost(PATIENCE).until(() -> service.trials("last") == 2);
        }
    }
}
