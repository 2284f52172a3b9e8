/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

/** The threads on which asynchronous reads go on. */
class BackgroundExecutorTests {

    /** As methods of an event loop do that wait for another cached method's future. */
    @Test
    @Timeout(120)
    void stepForWhichAllThreadsWaitIsRun() {
        int size = 2;
        try (BackgroundExecutor background = new BackgroundExecutor(size, 1)) {
            CountDownLatch step = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(size);
            for (int i = 0; i < size; i++) {
                background.asynchronous().execute(() -> {
                    assertThatNoException().isThrownBy(step::await);
                    ended.countDown();
                });
            }
            background.asynchronous().execute(step::countDown);
            await().forever().until(() -> ended.getCount() == 0);
        }
    }
}
