/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;

/**
 * A fault that lasts for a while.
 *
 * @param name what the table calls it
 * @param seconds how long it lasts
 * @param begin begins the fault
 * @param end ends the fault
 */
record Fault(String name, int seconds, Step begin, Step end) {

    /** The begin or the end of a fault. */
    interface Step {

        void run() throws IOException, InterruptedException;
    }

    void pass() throws IOException, InterruptedException {
        begin.run();
        try {
            Thread.sleep(seconds * 1000L);
        } finally {
            end.run();
        }
    }
}
