/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/**
 * Size of Tomcat's cache of idle request processors on virtual threads. Tomcat keeps 200, as many as its pool has threads:
 * every request in service above that creates a processor and its buffers.
 */
final class ProcessorCache {

    /** Tomcat's own. */
    static final int FEWEST = 200;

    /** As many as it takes to serve a thousand requests at once, twice. */
    static final int MOST = 2_000;

    /** What an idle processor keeps, mostly buffers for headers: 130 MB for 8,192 of them. */
    private static final int BYTES = 16 * 1024;

    /** All of them together get this part of the heap. */
    private static final int PART_OF_HEAP = 20;

    private ProcessorCache() {}

    /** For a heap of at most {@code maxHeap} bytes. */
    static int size(long maxHeap) {
        return (int) Math.max(FEWEST, Math.min(MOST, maxHeap / PART_OF_HEAP / BYTES));
    }
}
