/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the JVM running while tasks are on virtual threads, which are daemon threads: without a web server nothing else
 * would, and the tasks that a returning {@code main} leaves behind would be cut off. Boot's pool, whose threads are not
 * daemon threads, lets them end.
 *
 * <p>Not thread-safe: the caller orders {@link #hold()} and {@link #release()} strictly in turn.
 */
final class KeepAliveThread {

    private CountDownLatch idle = new CountDownLatch(0);

    void hold() {
        CountDownLatch latch = new CountDownLatch(1);
        this.idle = latch;
        Thread thread = new Thread(() -> await(latch), "tuned-threads-keep-alive");
        thread.setDaemon(false);
        thread.start();
    }

    void release() {
        this.idle.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            // The thread has nothing else to do: whoever interrupts it wants it to end.
            Thread.currentThread().interrupt();
        }
    }
}
