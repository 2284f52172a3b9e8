/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import dev.tuned.threads.RequestLimit;

/** A limit that stays as it is until somebody changes it. Thread-safe. */
final class FixedLimit implements RequestLimit {

    private volatile int current;

    FixedLimit(int current) {
        this.current = current;
    }

    @Override
    public int current() {
        return this.current;
    }

    void change(int limit) {
        this.current = limit;
    }
}
