/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes of all documents that are being made or wait to be written, in one manager. Thread-safe. */
public final class MemoryBudget {

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    /** A sixteenth of the heap: what is counted here is copied by the client once or twice. */
    private static final int SHARE_OF_HEAP = 16;

    private final AtomicLong free;

    /** A budget of 64 MiB, or of a sixteenth of the heap where that is less. */
    public MemoryBudget() {
        this(Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    MemoryBudget(long bytes) {
        this.free = new AtomicLong(bytes);
    }

    /**
     * Takes some bytes.
     *
     * @throws NotStorableException if fewer are left
     */
    void take(int bytes) {
        if (free.addAndGet(-bytes) < 0) {
            free.addAndGet(bytes);
            throw new NotStorableException("Too many bytes of values wait to be written to L2");
        }
    }

    /** Gives bytes back. */
    public void giveBack(int bytes) {
        free.addAndGet(bytes);
    }

    /** Bytes that can be taken. */
    public long free() {
        return free.get();
    }
}
