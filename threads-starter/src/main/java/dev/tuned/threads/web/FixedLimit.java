/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.atomic.AtomicInteger;

import dev.tuned.threads.RequestLimit;

/** A limit that stays the same until it is changed. Thread-safe. */
final class FixedLimit implements RequestLimit {

    private final AtomicInteger current;

    FixedLimit(int current) {
        this.current = new AtomicInteger(current);
    }

    @Override
    public int current() {
        return current.get();
    }

    /** Changes the limit; returns the one before. */
    int change(int limit) {
        return current.getAndSet(limit);
    }
}
