/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;

/** Waiting that an interrupt does not end; the thread is interrupted again afterwards. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    static void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException ex) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
