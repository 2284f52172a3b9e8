/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/** Arrays of one size to use again. Safe for use by many threads. */
final class SegmentPool {

    /** Bytes of a segment: many for a large part, and far below what a garbage collector treats as large. */
    static final int SEGMENT = 32 * 1024;

    private final ReentrantLock lock = new ReentrantLock();

    private final Deque<byte[]> free = new ArrayDeque<>();

    private final int maxFree;

    /** Makes a pool that keeps at most {@code maxBytes} bytes. */
    SegmentPool(long maxBytes) {
        this.maxFree = (int) Math.min(maxBytes / SEGMENT, Integer.MAX_VALUE);
    }

    /** A segment with anything in it. */
    byte[] take() {
        lock.lock();
        try {
            byte[] segment = free.pollFirst();
            if (segment != null) {
                return segment;
            }
        } finally {
            lock.unlock();
        }
        return new byte[SEGMENT];
    }

    /** Gives segments back that nobody uses any more; arrays of another size, and those too many, are dropped. */
    void giveBack(byte[][] segments) {
        lock.lock();
        try {
            for (byte[] segment : segments) {
                if (segment.length == SEGMENT && free.size() < maxFree) {
                    free.addFirst(segment);
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
