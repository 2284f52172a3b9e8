/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/**
 * Size of Tomcat's cache of idle request processors on virtual threads. Tomcat keeps 200, as many as its pool has threads: each
 * request in service beyond them creates a processor and its buffers.
 */
final class ProcessorCache {

    /** Tomcat's own size. */
    static final int MIN_PROCESSORS = 200;

    /** Twice the processors of a thousand requests in service. */
    static final int MAX_PROCESSORS = 2_000;

    /** Bytes that an idle processor keeps, mostly buffers for headers: measured, 130 MB for 8,192 of them. */
    private static final int BYTES_PER_PROCESSOR = 16 * 1024;

    /** Share of the heap for all processors together. */
    private static final int MAX_PERCENT_OF_HEAP = 5;

    private ProcessorCache() {}

    /** Number of processors for a heap of at most {@code maxHeap} bytes. */
    static int size(long maxHeap) {
        return (int) Math.max(
                MIN_PROCESSORS, Math.min(MAX_PROCESSORS, maxHeap / 100 * MAX_PERCENT_OF_HEAP / BYTES_PER_PROCESSOR));
    }
}
