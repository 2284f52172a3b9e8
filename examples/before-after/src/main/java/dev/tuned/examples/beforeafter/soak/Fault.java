/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;

/**
 * Something that goes wrong for a while.
 *
 * @param name what the table calls it
 * @param seconds how long it lasts
 * @param begin makes it
 * @param end takes it away
 */
public record Fault(String name, int seconds, Step begin, Step end) {

    /** A step into a fault or out of it. */
    public interface Step {

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
