/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts the results of one kind of request. Thread-safe. */
final class Ledger {

    private static final int MAX_EXAMPLES = 5;

    final String what;
    final LongAdder done = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder unanswered = new LongAdder();
    final LongAdder lost = new LongAdder();
    private final List<String> examples = new ArrayList<>();

    Ledger(String what) {
        this.what = what;
    }

    /** Counts an answer other than what was sent, stored or written before. */
    void lost(String why) {
        lost.increment();
        example(why);
    }

    void unanswered(String why) {
        unanswered.increment();
        example(why);
    }

    private synchronized void example(String why) {
        if (examples.size() < MAX_EXAMPLES) {
            examples.add(what + ": " + why);
        }
    }

    synchronized List<String> examples() {
        return List.copyOf(examples);
    }
}
