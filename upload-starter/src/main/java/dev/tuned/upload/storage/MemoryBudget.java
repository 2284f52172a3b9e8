/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that parts of all uploads together keep in memory. Lock-free; safe for use by many threads. */
public final class MemoryBudget {

    private final long limit;

    private final AtomicLong used = new AtomicLong();

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Takes that many bytes if they are left. */
    boolean tryTake(long bytes) {
        long before = used.getAndUpdate(taken -> (taken + bytes > limit) ? taken : taken + bytes);
        return before + bytes <= limit;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Bytes in use. */
    public long used() {
        return used.get();
    }

    /** Bytes that may be in use. */
    public long limit() {
        return limit;
    }
}
