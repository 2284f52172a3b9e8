/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** Whether the heap is so full that a queue should hold nothing. */
final class HeapWatch {

    private static final long MOST_BYTES = 8L * 1024 * 1024;
    private static final int PART = 32;

    private HeapWatch() {}

    /** Takes about as long as a line; garbage counts as used. */
    static boolean isTight() {
        Runtime runtime = Runtime.getRuntime();
        long most = runtime.maxMemory();
        long free = most - runtime.totalMemory() + runtime.freeMemory();
        return free < Math.min(MOST_BYTES, most / PART);
    }
}
