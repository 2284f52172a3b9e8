/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;

import dev.tuned.bench.process.Shell;

/**
 * A fault that lasts for a while.
 *
 * @param name what the table calls it
 * @param seconds how long it lasts
 * @param begin begins the fault
 * @param end ends the fault
 */
public record Fault(String name, int seconds, Step begin, Step end) {

    /** The begin or the end of a fault. */
    public interface Step {

        void run() throws IOException, InterruptedException;
    }

    /** A fault that begins and ends with a command of the shell. */
    public static Fault commands(String name, int seconds, String begin, String end) {
        return new Fault(name, seconds, () -> Shell.run("sh", "-c", begin), () -> Shell.run("sh", "-c", end));
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
