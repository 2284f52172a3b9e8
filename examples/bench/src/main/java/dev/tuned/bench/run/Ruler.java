/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Random;

/**
 * A small fixed piece of work on the JDK alone, measured beside the services: where its CPU time moves, the machine is
 * to blame, since nothing else of it changes. For one thread.
 */
final class Ruler {

    /** Numbers that a level 1 cache does not hold, and a level 2 cache does. */
    private static final int NUMBERS = 1 << 15;

    /** The least time of a few says what the machine can do: an interruption makes one longer, never shorter. */
    private static final int REPEATS = 5;

    /** Until the code is compiled. */
    private static final int WARM_UPS = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int[] numbers = new Random(1).ints(NUMBERS).toArray();
    private final int[] sorted = new int[NUMBERS];

    Ruler() {
        for (int i = 0; i < WARM_UPS; i++) {
            work();
        }
    }

    private long work() {
        long begin = threads.getCurrentThreadCpuTime();
        System.arraycopy(numbers, 0, sorted, 0, NUMBERS);
        Arrays.sort(sorted);
        return threads.getCurrentThreadCpuTime() - begin;
    }

    /** The CPU time of the work now, in nanoseconds. */
    long read() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < REPEATS; i++) {
            least = Math.min(least, work());
        }
        return least;
    }
}
