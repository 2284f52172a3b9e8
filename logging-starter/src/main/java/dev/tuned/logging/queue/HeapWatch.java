/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** Whether the heap is so full that a queue should hold nothing. */
final class HeapWatch {

    private static final long MIN_FREE_BYTES = 8L * 1024 * 1024;
    private static final int PART = 32;

    /** The characters of a line while they are gathered, as a text, and as bytes. */
    private static final int COPIES = 4;

    private HeapWatch() {}

    /**
     * Takes about as long as a line; garbage counts as used.
     *
     * @param next bytes of the event that is to be written, which its encoding takes several times
     */
    static boolean isTight(int next) {
        Runtime runtime = Runtime.getRuntime();
        long most = runtime.maxMemory();
        long free = most - runtime.totalMemory() + runtime.freeMemory();
        return free < Math.min(MIN_FREE_BYTES, most / PART) + (long) COPIES * next;
    }
}
