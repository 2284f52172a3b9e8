/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/**
 * Size of Tomcat's cache of idle request processors on virtual threads. Tomcat keeps 200, as many as its pool has threads:
 * every request in service above that creates a processor and its buffers.
 */
final class ProcessorCache {

    /** Tomcat's own. */
    static final int MIN_PROCESSORS = 200;

    /** As many as it takes to serve a thousand requests at once, twice. */
    static final int MAX_PROCESSORS = 2_000;

    /** What an idle processor keeps, mostly buffers for headers: 130 MB for 8,192 of them. */
    private static final int BYTES_PER_PROCESSOR = 16 * 1024;

    /** All of them together. */
    private static final int MAX_PERCENT_OF_HEAP = 5;

    private ProcessorCache() {}

    /** For a heap of at most {@code maxHeap} bytes. */
    static int size(long maxHeap) {
        return (int) Math.max(
                MIN_PROCESSORS, Math.min(MAX_PROCESSORS, maxHeap / 100 * MAX_PERCENT_OF_HEAP / BYTES_PER_PROCESSOR));
    }
}
