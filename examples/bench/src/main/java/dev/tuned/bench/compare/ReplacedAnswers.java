/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.concurrent.atomic.LongAdder;

/**
 * Finds that most answers to a request were replaced by one other answer, such as a page that says what went wrong: they
 * have one length, and it is far from the one that was agreed on. Thread-safe.
 */
final class ReplacedAnswers {

    /** Bytes by which a counter or a time changes an answer. */
    private static final long NEAR = 16;

    /** The share of answers that have the length of the one before them; in a list that grows few do. */
    private static final double ALIKE = 0.9;

    private final LongAdder all = new LongAdder();
    private final LongAdder far = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private volatile long last;

    void add(long agreed, long length) {
        all.increment();
        if (Math.abs(length - agreed) > NEAR) {
            far.increment();
            if (length == last) {
                repeated.increment();
            }
            last = length;
        }
    }

    boolean areMost() {
        return far.sum() > all.sum() / 2 && repeated.sum() > ALIKE * far.sum();
    }

    /** The length of the last answer that was far from what was agreed on. */
    long length() {
        return last;
    }
}
